package import Standards

/// What the user asks of a login.
package struct LoginRequest: Sendable {
  package var provider: String
  /// The account's name; `nil` means `default`.
  package var account: String?
  /// The scopes to ask for; empty means the descriptor's.
  package var scopes: [String] = []
  /// Option values as given: text, `env:NAME`, `file:PATH`, or `-` for standard input.
  package var options: [String: String] = [:]
  /// `loopback`, `pin` or `paste`; `nil` means the descriptor's first that works here.
  package var capture: String?
  /// Replaces the redirect URI of the capture, byte for byte.
  package var redirectURI: String?
  /// The longest wait for the user, in seconds.
  package var timeout: Int = 300

  package init(provider: String) {
    self.provider = provider
  }
}

/// What a login leaves behind: the account, and its credential as stored.
package struct LoginOutcome: Sendable {
  package let account: AccountID
  package let credential: Credential
}

/// What a caller demands of a token.
package struct TokenDemand: Sendable {
  /// The least remaining life in seconds.
  ///
  /// A token that cannot live for as long, even fresh, is refused (`life_too_short`).
  package var minimumLife: Int64 = 0
  package var forceRefresh = false
  /// Scopes that must have been granted.
  package var scopes: [String] = []
  /// Whether the token is to be good for `scopes` alone; the account's own stays what it is (RFC 6749 §6).
  package var narrows = false
  /// Whether there must be a token; a client that signs with its own keys has none.
  package var needsToken = true

  package init() {}

  /// For a request that is signed here: no token need leave it.
  package static var forSigning: TokenDemand {
    var demand = TokenDemand()
    demand.needsToken = false
    return demand
  }
}
