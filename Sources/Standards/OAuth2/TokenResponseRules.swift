/// Where a provider's token response departs from RFC 6749 §5; the defaults depart in nothing.
package struct TokenResponseRules: Hashable, Sendable {
  /// How the end of a token's life is told.
  package struct Expiry: Hashable, Sendable {
    package enum Form: String, Hashable, Sendable, CaseIterable {
      /// Seconds from the receipt of the response.
      case seconds
      /// Milliseconds from the receipt of the response.
      case milliseconds
      /// Seconds since 1970.
      case epochSeconds = "epoch_seconds"
      /// Milliseconds since 1970.
      case epochMilliseconds = "epoch_milliseconds"
      /// A date of RFC 3339.
      case rfc3339
    }

    package var pointer: JSONPointer
    package var form: Form

    package init(pointer: JSONPointer, form: Form = .seconds) {
      self.pointer = pointer
      self.form = form
    }
  }

  /// A sign of failure in a response, whatever its status.
  package struct ErrorSign: Hashable, Sendable {
    package enum Test: Hashable, Sendable {
      /// The member is there and not null.
      case exists
      /// The member, as text, is this.
      case equals(String)
      /// The member is there and, as text, is something else.
      case differs(String)
    }

    package var pointer: JSONPointer
    package var test: Test

    package init(pointer: JSONPointer, test: Test) {
      self.pointer = pointer
      self.test = test
    }
  }

  /// Takes the end of a token that is a JWT from its own `exp`, where the response names none.
  package var readsTokenExpiry = false
  /// Takes `name( {…} );` for the object in it, as services answer that were made for scripts of a page.
  package var unwrapsCall = false
  /// `nil` is the standard member.
  package var accessToken: JSONPointer?
  package var refreshToken: JSONPointer?
  package var tokenType: JSONPointer?
  package var scope: JSONPointer?
  package var expiry: Expiry?
  /// A lifetime of zero seconds means that the token never ends.
  package var zeroMeansNever: Bool
  /// The lifetime in seconds when the response names none.
  package var defaultLifetime: Int64?
  /// The type when the response names none (RFC 6750).
  package var defaultTokenType: String
  /// What separates the scopes of a text, each a single character.
  package var scopeSeparators: Set<Character>
  package var errorSigns: [ErrorSign]
  /// Where the error's code stands; `nil` is the standard member.
  package var errorCode: JSONPointer?
  /// Where the error's text stands; `nil` is the standard member.
  package var errorMessage: JSONPointer?
  /// The provider's own codes that mean what `invalid_grant` means.
  package var invalidGrantCodes: Set<String>

  package init(
    accessToken: JSONPointer? = nil,
    refreshToken: JSONPointer? = nil,
    tokenType: JSONPointer? = nil,
    scope: JSONPointer? = nil,
    expiry: Expiry? = nil,
    zeroMeansNever: Bool = false,
    defaultLifetime: Int64? = nil,
    defaultTokenType: String = "Bearer",
    scopeSeparators: Set<Character> = [" "],
    errorSigns: [ErrorSign] = [],
    errorCode: JSONPointer? = nil,
    errorMessage: JSONPointer? = nil,
    invalidGrantCodes: Set<String> = []
  ) {
    self.accessToken = accessToken
    self.refreshToken = refreshToken
    self.tokenType = tokenType
    self.scope = scope
    self.expiry = expiry
    self.zeroMeansNever = zeroMeansNever
    self.defaultLifetime = defaultLifetime
    self.defaultTokenType = defaultTokenType
    self.scopeSeparators = scopeSeparators
    self.errorSigns = errorSigns
    self.errorCode = errorCode
    self.errorMessage = errorMessage
    self.invalidGrantCodes = invalidGrantCodes
  }
}
