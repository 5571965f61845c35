/// What a login yields and what the vault keeps: everything a later use or refresh needs.
package struct Credential: Sendable {
  /// How the access token is put to use.
  package enum Kind: String, Sendable {
    /// Signed requests with a token and its secret (RFC 5849).
    case oauth1
    /// A bearer token and perhaps a refresh token (RFC 6749, RFC 6750).
    case oauth2
    /// A token that the client signs itself, or that it gets for one (RFC 7523).
    case jwt
    /// A fixed key.
    case apiKey = "api_key"
    /// A user name with a password, as they travel (RFC 7617).
    case basic
    /// Made by a script's `login`.
    case custom
  }

  /// Whether the credential can still be used without the user.
  package enum Standing: Hashable, Sendable {
    case usable
    /// The server refused the refresh token; the text is the server's reason.
    case loginNeeded(reason: String, at: Timestamp)
  }

  package var kind: Kind
  package var accessToken: Secret
  /// The token's shared secret (RFC 5849 §1.1); only for `oauth1`.
  package var tokenSecret: Secret?
  package var refreshToken: Secret?
  /// The type as the server named it (RFC 6749 §7.1); compare without case.
  package var tokenType: String
  /// Where a request carries the access token; the descriptor's `request` table at login.
  package var presentation: TokenPresentation
  package var issuedAt: Timestamp
  /// `nil` when the provider named no end.
  package var expiresAt: Timestamp?
  package var requestedScopes: [String]
  /// What the server granted; equal to the requested ones when it said nothing (RFC 6749 §5.1).
  package var grantedScopes: [String]
  package var identity: Identity?
  /// Members of the token response that the descriptor asks to keep.
  package var extras: JSONObject
  /// The option values used at login, for refresh and signing; secrets among them.
  package var options: [String: OptionValue]
  /// The hosts that the descriptor could reach when the credential was given to it (design §8).
  package var hosts: [String]
  package var standing: Standing
  /// The private key that the tokens are bound to, as a JWK (RFC 9449).
  package var dpopKey: Secret?
  /// The last ID token, verified when it came (OpenID Connect Core §2).
  package var idToken: Secret?

  package init(
    kind: Kind,
    accessToken: Secret,
    tokenSecret: Secret? = nil,
    refreshToken: Secret? = nil,
    tokenType: String,
    presentation: TokenPresentation = .bearer,
    issuedAt: Timestamp,
    expiresAt: Timestamp? = nil,
    requestedScopes: [String] = [],
    grantedScopes: [String] = [],
    identity: Identity? = nil,
    extras: JSONObject = JSONObject(),
    options: [String: OptionValue] = [:],
    hosts: [String] = [],
    standing: Standing = .usable
  ) {
    self.kind = kind
    self.accessToken = accessToken
    self.tokenSecret = tokenSecret
    self.refreshToken = refreshToken
    self.tokenType = tokenType
    self.presentation = presentation
    self.issuedAt = issuedAt
    self.expiresAt = expiresAt
    self.requestedScopes = requestedScopes
    self.grantedScopes = grantedScopes
    self.identity = identity
    self.extras = extras
    self.options = options
    self.hosts = hosts
    self.standing = standing
  }
}

/// Where a request carries the access token.
package enum TokenPresentation: Hashable, Sendable {
  /// In a header field, after a prefix that includes its space: `Bearer ` (RFC 6750 §2.1).
  case header(name: String, prefix: String)
  /// In a query parameter (RFC 6750 §2.3); only where a descriptor says so.
  case query(name: String)
  /// In a cookie, whose value the token is (RFC 6265 §4.2).
  case cookie(name: String)
  /// Where the descriptor's `sign` puts it, for each request anew.
  case signed

  package static let bearer = TokenPresentation.header(name: "Authorization", prefix: "Bearer ")
}

/// Who the provider says the account is; numbers are kept as text, with every digit.
package struct Identity: Hashable, Sendable {
  package var id: String?
  package var login: String?
  package var name: String?
  package var email: String?

  package init(
    id: String? = nil,
    login: String? = nil,
    name: String? = nil,
    email: String? = nil
  ) {
    self.id = id
    self.login = login
    self.name = name
    self.email = email
  }
}

/// The value of a descriptor's option as the user gave it.
package enum OptionValue: Sendable {
  case text(String)
  case secret(Secret)
}
