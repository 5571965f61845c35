package import Standards

/// What a descriptor says about an OAuth 2.0 provider.
package struct OAuth2Spec: Hashable, Sendable {
  package enum Grant: String, Hashable, Sendable, CaseIterable {
    case authorizationCode = "authorization_code"
    case clientCredentials = "client_credentials"
    /// The login that the user finishes on another device (RFC 8628).
    case deviceCode = "device_code"
    /// The user's own password (RFC 6749 §4.3), for services that know nothing better.
    case password
  }

  /// How the client authenticates (RFC 6749 §2.3.1).
  package enum ClientAuthentication: String, Hashable, Sendable, CaseIterable {
    /// HTTP Basic, both parts form-encoded first.
    case basic
    /// HTTP Basic with both parts as they are.
    case basicRaw = "basic_raw"
    /// HTTP Basic with the secret for the user's name.
    case basicSecret = "basic_secret"
    /// `client_id` and `client_secret` among the parameters.
    case post
    /// As `post`, the secret being a JWT that the client has signed.
    case postJWT = "post_jwt"
    /// A public client: `client_id` alone.
    case none
    /// An assertion signed with the option `private_key` (RFC 7523 §2.2).
    case privateKeyJWT = "private_key_jwt"
    /// An assertion made with the secret (OpenID Connect Core §9).
    case clientSecretJWT = "client_secret_jwt"
    /// The certificate of the options `tls_certificate` and `tls_key` (RFC 8705 §2).
    case tls

    /// Whether the option `private_key` signs something.
    package var signs: Bool { self == .privateKeyJWT || self == .postJWT }
    /// Whether the option `client_secret` proves who the client is.
    package var usesSecret: Bool {
      switch self {
      case .basic, .basicRaw, .basicSecret, .post, .clientSecretJWT: true
      case .postJWT, .none, .privateKeyJWT, .tls: false
      }
    }
    /// Whether the option `client_secret` itself stands in requests.
    package var sendsSecret: Bool { usesSecret && self != .clientSecretJWT }
    /// Whether the `Authorization` field is taken.
    package var usesAuthorizationField: Bool {
      switch self {
      case .basic, .basicRaw, .basicSecret: true
      default: false
      }
    }
  }

  package enum PKCE: String, Hashable, Sendable {
    case required
    /// Sent, to a service that may not check it.
    case optional
    /// Not sent.
    case forbidden
  }

  /// What a refresh shows.
  package enum RefreshProof: String, Hashable, Sendable {
    case refreshToken = "refresh_token"
    /// The access token itself, while it lives.
    case accessToken = "access_token"
    /// Nothing: such a token is never renewed.
    case none
  }

  /// How the answer of the authorize page comes back.
  package enum ResponseMode: String, Hashable, Sendable {
    case query
    case fragment
    case formPost = "form_post"
  }

  /// How the authorize URL is put together.
  package struct PageShape: Hashable, Sendable {
    package var fragment: String?
    package var parametersInFragment = false
    package var isSorted = false
    /// Whether the scope separator stands as it is.
    package var scopeIsRaw = false
  }

  /// Where a client is registered (RFC 7591).
  package struct Registration: Hashable, Sendable {
    /// `nil` where the server's metadata says.
    package var url: URLTemplate?
    package var headers: [EndpointSpec.NamedTemplate]
    package var client: JSONObject
  }

  /// The authorization server, for discovery.
  package var issuer: URLTemplate?
  package var metadata: URLTemplate?
  /// Present when `grants` contains the authorization code.
  package var authorize: EndpointSpec?
  package var page: PageShape
  package var token: EndpointSpec
  /// The token endpoint again where the descriptor names none.
  package var refresh: EndpointSpec
  package var revoke: EndpointSpec?
  package var device: EndpointSpec?
  package var par: EndpointSpec?
  package var introspect: EndpointSpec?
  package var userinfo: EndpointSpec?
  package var extend: EndpointSpec?
  package var jwks: URLTemplate?
  package var registration: Registration?
  /// The usual one first; never empty.
  package var grants: [Grant]
  package var clientAuthentication: ClientAuthentication
  package var assertion: AssertionSpec
  package var usesClientCertificate: Bool
  /// Whether `client_id` is among the parameters even with HTTP Basic.
  package var repeatsClientID: Bool
  package var pkce: PKCE
  package var jar: AssertionSpec?
  package var authorizationDetails: JSONValue?
  /// The algorithm of the key that tokens are bound to; `nil` where they are not.
  package var dpop: SignatureAlgorithm?
  package var responseMode: ResponseMode?
  package var callback: CallbackSpec
  package var scopes: [String]
  package var scopeSeparator: String
  package var audience: TextTemplate?
  package var resources: [TextTemplate]
  package var response: TokenResponseSpec
  /// Whether a refresh repeats the granted scopes (RFC 6749 §6).
  package var refreshSendsScope: Bool
  package var refreshProof: RefreshProof
  /// Present for OpenID Connect.
  package var oidc: OIDCSpec?

  /// Every place that requests go to, but for the page.
  package var steps: [EndpointSpec] {
    [token, refresh, revoke, device, par, introspect, userinfo, extend].compactMap { $0 }
  }
}
