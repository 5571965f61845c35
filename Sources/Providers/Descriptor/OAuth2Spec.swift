/// What a descriptor says about an OAuth 2.0 provider.
package struct OAuth2Spec: Hashable, Sendable {
  package enum Grant: String, Hashable, Sendable {
    case authorizationCode = "authorization_code"
    case clientCredentials = "client_credentials"
  }

  /// How the client authenticates (RFC 6749 §2.3.1).
  package enum ClientAuthentication: String, Hashable, Sendable {
    /// HTTP Basic, both parts form-encoded first.
    case basic
    /// HTTP Basic with both parts as they are.
    case basicRaw = "basic_raw"
    /// `client_id` and `client_secret` among the parameters.
    case post
    /// A public client: `client_id` alone.
    case none
  }

  package enum PKCE: String, Hashable, Sendable {
    case required
    /// Sent, to a service that may not check it.
    case optional
    /// Not sent.
    case forbidden
  }

  /// Present when `grants` contains the authorization code.
  package var authorize: EndpointSpec?
  package var token: EndpointSpec
  /// The token endpoint again where the descriptor names none.
  package var refresh: EndpointSpec
  package var revoke: EndpointSpec?
  /// The usual one first; never empty.
  package var grants: [Grant]
  package var clientAuthentication: ClientAuthentication
  /// Whether `client_id` is among the parameters even with HTTP Basic.
  package var repeatsClientID: Bool
  package var pkce: PKCE
  package var scopes: [String]
  package var scopeSeparator: String
  package var audience: TextTemplate?
  package var resources: [TextTemplate]
  package var response: TokenResponseSpec
  /// Whether a refresh repeats the granted scopes (RFC 6749 §6).
  package var refreshSendsScope: Bool
}
