import Providers
import Standards
import Storage

extension Engine {
  /// A token for some of the account's scopes only, which no other caller gets (RFC 6749 §6).
  func narrowed(
    _ stored: StoredCredential,
    _ demand: TokenDemand,
    in vault: Vault
  ) async throws(AuthRunError) -> Credential {
    let descriptor = try descriptor(stored.id.provider)
    let renewal = Renewal(
      descriptor: descriptor,
      tools: try tools.reaching(descriptor, stored.credential.options)
    )
    let narrow: Credential
    switch renewal.narrowing(of: stored.credential) {
    case .fresh:
      narrow = try await renewal.narrow(stored.credential, to: demand.scopes)
    case .refresh:
      narrow = try await refresher(vault).refresh(stored, demand: demand) {
        current,
        permit throws(AuthRunError) in
        try await renewal.permitted(by: permit).narrow(current, to: demand.scopes)
      }
    case .impossible(let reason):
      throw AuthRunError(
        .inputInvalid,
        "this account's token cannot be had for fewer scopes: \(reason)",
        step: "token",
        hint: "authrun token \(stored.id) prints the one for \(stored.credential.scopeText)\n"
          + "an account of its own has fewer: authrun login \(stored.id.provider) --as NAME "
          + demand.scopes.asOptions
      )
    }
    learnSecrets(of: narrow)
    try requireExactly(demand.scopes, narrow, stored.id)
    try requireLife(narrow, demand, stored.id)
    return narrow
  }

  /// Refuses what the provider gave instead: more power than was asked for, or less.
  private func requireExactly(
    _ scopes: [String],
    _ narrow: Credential,
    _ account: AccountID
  ) throws(AuthRunError) {
    guard Set(narrow.grantedScopes) != Set(scopes) else { return }
    throw AuthRunError(
      .scopeMismatch,
      "asked for \(scopes.joined(separator: " ")) alone, the provider gave a token for "
        + "\(narrow.scopeText), which is not handed out",
      step: "token",
      hint:
        "authrun token \(account) prints the account's own token; an account of its own may have fewer "
        + "scopes: authrun login \(account.provider) --as NAME \(scopes.asOptions)"
    )
  }
}

extension Renewal {
  /// How a token of fewer scopes is had.
  enum Narrowing {
    /// By the refresh token, in the account's turn.
    case refresh
    /// As a token of its own, by the client's own standing.
    case fresh
    case impossible(reason: String)
  }

  func narrowing(of credential: Credential) -> Narrowing {
    switch descriptor.kind {
    case .clientCredentials, .jwt: return .fresh
    case .oauth1, .apiKey, .basic, .custom:
      return .impossible(reason: "its kind of login knows no such request")
    case .oauth2, .oidc:
      guard descriptor.oauth2?.refreshProof == .refreshToken, credential.refreshToken != nil else {
        return .impossible(reason: "there is no refresh token to ask with")
      }
      return .refresh
    }
  }

  /// The credential with an access token for these scopes, as the provider gives it.
  func narrow(
    _ credential: Credential,
    to scopes: [String]
  ) async throws(AuthRunError) -> Credential {
    var asking = credential
    asking.requestedScopes = scopes
    // Silence about the scope means the one that was asked for (RFC 6749 §5.1).
    asking.grantedScopes = scopes
    return try await renew(asking, for: scopes)
  }
}

extension Credential {
  fileprivate var scopeText: String {
    grantedScopes.isEmpty ? "no scope" : grantedScopes.joined(separator: " ")
  }
}

extension [String] {
  /// As a login is asked for them.
  var asOptions: String {
    map { "--scope \(ShellWord.quoted($0))" }.joined(separator: " ")
  }
}
