/// Why a step with a provider failed, in terms that decide what happens next.
///
/// Neither text ever holds a token, a code, or a secret of ours; what the provider said is cut short
/// and free of control characters.
package struct ProtocolFailure: Error, Hashable, Sendable {
  /// What kind of end this is; each kind has its own error code and exit status (design §5).
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The user or the provider said no to this login.
    case accessDenied = "access_denied"
    /// The provider does not know the client or its secret.
    case invalidClient = "invalid_client"
    /// The code, verifier or refresh token is not valid any more (RFC 6749 §5.2).
    case invalidGrant = "invalid_grant"
    /// The user's name or password was refused.
    case invalidCredentials = "invalid_credentials"
    /// The provider understood and refused for another reason.
    case providerRefused = "provider_refused"
    /// The answer breaks the protocol or cannot be read.
    case protocolViolation = "protocol"
    /// A callback belongs to another login (RFC 6749 §10.12).
    case stateMismatch = "state_mismatch"
    /// A callback names another authorization server (RFC 9207 §2.4).
    case issuerMismatch = "issuer_mismatch"
    /// The provider is overloaded or broken; the same request may succeed later.
    case serviceUnavailable = "service_unavailable"
    /// The configuration asks for something that must not be done.
    case misconfigured = "descriptor_invalid"
  }

  package let kind: Kind
  /// The cause in our words.
  package let message: String
  /// The provider's own code for it, such as `invalid_grant`.
  package let providerError: String?
  /// The provider's own words.
  package let providerDescription: String?

  package init(
    _ kind: Kind,
    _ message: String,
    providerError: String? = nil,
    providerDescription: String? = nil
  ) {
    self.kind = kind
    self.message = message
    self.providerError = providerError.map { ProviderText.shortened($0) }
    self.providerDescription = providerDescription.map { ProviderText.shortened($0) }
  }

  /// Whether the same request may succeed later.
  package var retryable: Bool { kind == .serviceUnavailable }
}
