import Providers
import Standards

/// How one descriptor's credentials are renewed without the user.
struct Renewal: Sendable {
  let descriptor: Descriptor
  let tools: Tools

  /// Whether a renewal can be tried at all; if not, only a login helps once the token is over.
  func isPossible(for credential: Credential) -> Bool {
    switch descriptor.kind {
    case .oauth1: false
    case .oauth2: credential.refreshToken != nil
    case .clientCredentials: true
    case .custom: descriptor.hooks.contains(.refresh)
    }
  }

  func renew(_ credential: Credential) async throws(AuthRunError) -> Credential {
    try HostGuard(descriptor, tools).requireUnchangedHosts(of: credential)
    var renewed: Credential
    switch descriptor.kind {
    case .oauth1:
      throw AuthRunError(.loginNeeded, "OAuth 1.0a tokens are not renewed", step: "refresh")
    case .oauth2, .clientCredentials:
      guard let spec = descriptor.oauth2 else {
        throw AuthRunError(
          .descriptorInvalid,
          "the descriptor has no oauth2 table",
          step: "descriptor"
        )
      }
      let endpoint = try OAuth2TokenEndpoint(tools, spec, descriptor, credential.options)
      renewed =
        descriptor.kind == .clientCredentials
        ? try await endpoint.clientCredentials(scopes: credential.requestedScopes).credential
        : try await endpoint.refresh(credential)
    case .custom:
      renewed = try await CustomRefresh(descriptor: descriptor, tools: tools).refresh(credential)
    }
    try renewed.requireReadableTokens(step: "refresh")
    // What the renewal does not speak of stays as it was.
    renewed.identity = credential.identity
    renewed.options = credential.options
    renewed.hosts = credential.hosts
    return renewed
  }
}

extension Credential {
  /// Refuses a token that would break the line, the header field or the file that it is written to.
  func requireReadableTokens(step: String) throws(AuthRunError) {
    for secret in [accessToken, tokenSecret, refreshToken].compactMap({ $0 })
    where secret.bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
      throw AuthRunError(
        .protocol,
        "a token holds control characters, which no token may hold",
        step: step
      )
    }
  }
}
