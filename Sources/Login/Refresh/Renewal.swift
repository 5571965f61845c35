import Providers
import Standards

/// How one descriptor's credentials are renewed without the user.
struct Renewal: Sendable {
  let descriptor: Descriptor
  private(set) var tools: Tools

  /// Whether a renewal can be tried at all; if not, only a login helps once the token is over.
  func isPossible(for credential: Credential) -> Bool {
    switch descriptor.kind {
    case .oauth1, .apiKey, .basic: false
    case .oauth2, .oidc:
      switch descriptor.oauth2?.refreshProof {
      case .refreshToken: credential.refreshToken != nil
      case .accessToken: true
      case .some(.none), nil: false
      }
    case .clientCredentials, .jwt: true
    case .custom: descriptor.hooks.contains(.refresh)
    }
  }

  /// The same, each of whose requests asks `permit` first.
  func permitted(by permit: SendPermit?) -> Renewal {
    var renewal = self
    renewal.tools.exchange.permit = permit
    return renewal
  }

  /// A new access token; `scopes`, where given, are all that it is asked for.
  func renew(
    _ credential: Credential,
    for scopes: [String]? = nil
  ) async throws(AuthRunError) -> Credential {
    try HostGuard(descriptor, tools).requireUnchangedHosts(of: credential)
    var renewed: Credential
    switch descriptor.kind {
    case .oauth1:
      throw AuthRunError(.loginNeeded, "OAuth 1.0a tokens are not renewed", step: "refresh")
    case .apiKey, .basic:
      throw AuthRunError(.loginNeeded, "it is the user's own and not renewed", step: "refresh")
    case .jwt:
      guard let spec = descriptor.jwt else { throw missing("jwt") }
      let fresh = try await JWTGrant(tools, spec, descriptor, credential.options)
        .grant(scopes: credential.requestedScopes).credential
      renewed = credential
      renewed.accessToken = fresh.accessToken
      renewed.tokenType = fresh.tokenType
      renewed.issuedAt = fresh.issuedAt
      renewed.expiresAt = fresh.expiresAt
      if scopes != nil { renewed.grantedScopes = fresh.grantedScopes }
      renewed.standing = .usable
    case .oauth2, .oidc, .clientCredentials:
      guard let spec = descriptor.oauth2 else { throw missing("oauth2") }
      let endpoint = try await OAuth2TokenEndpoint.open(
        tools,
        spec,
        descriptor,
        credential.options,
        stored: credential
      )
      if descriptor.kind == .clientCredentials {
        renewed = try await endpoint.clientCredentials(scopes: credential.requestedScopes)
          .credential
        for member in credential.extras.members where renewed.extras[member.name] == nil {
          renewed.extras[member.name] = member.value
        }
      } else {
        renewed = try await endpoint.refresh(credential, for: scopes)
      }
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

  private func missing(_ table: String) -> AuthRunError {
    AuthRunError(.descriptorInvalid, "the descriptor has no \(table) table", step: "descriptor")
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
