package import Standards

/// Where a token response keeps what, and how a failure looks.
package struct TokenResponseSpec: Hashable, Sendable {
  /// How the end of a token's life is told.
  package struct Expiry: Hashable, Sendable {
    package enum Form: Hashable, Sendable {
      /// From the receipt of the response.
      case seconds
      case milliseconds
      /// Since 1970.
      case epochSeconds
      case epochMilliseconds
      case rfc3339
    }

    package var pointer: JSONPointer
    package var form: Form
  }

  /// When a response is a failure although the HTTP status may say otherwise.
  package struct ErrorRule: Hashable, Sendable {
    package enum Condition: Hashable, Sendable {
      /// The value is there and not null.
      case present
      /// The value, as text, is this one.
      case equals(String)
      /// The value is there and another one.
      case differs(from: String)
    }

    package var at: JSONPointer
    package var condition: Condition
    package var code: JSONPointer?
    package var message: JSONPointer?
    /// The provider's own codes that mean what `invalid_grant` means.
    package var invalidGrantCodes: Set<String>
  }

  /// A value of the response to store with the token.
  package struct KeptValue: Hashable, Sendable {
    package let name: String
    package let pointer: JSONPointer

    package init(name: String, pointer: JSONPointer) {
      self.name = name
      self.pointer = pointer
    }
  }

  package var accessToken: JSONPointer
  package var refreshToken: JSONPointer
  package var tokenType: JSONPointer
  /// The type to assume when the response names none.
  package var defaultTokenType: String
  package var expiry: Expiry
  package var zeroMeansNever: Bool
  /// The lifetime in seconds when the response names none; `nil` is for ever.
  package var lifetime: Int64?
  package var scope: JSONPointer
  package var error: ErrorRule?
  package var keep: [KeptValue]
  /// Options that the response fills in.
  package var set: [OptionSource] = []
  /// Whether the end of a token that is a JWT is its own `exp`.
  package var readsTokenExpiry = false
  /// Whether a call of a script's function is unwrapped.
  package var isJSONP = false
}
