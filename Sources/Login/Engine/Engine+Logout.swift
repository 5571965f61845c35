import Providers
package import Standards
import Storage

/// What became of the tokens of an account that was logged out.
package enum Revocation: Hashable, Sendable {
  /// The provider has taken them back (RFC 7009 §2.2).
  case revoked
  /// The descriptor names no way to give them back: they live on until they expire.
  case notOffered
  /// The user wanted them forgotten here only.
  case notAsked
}

extension Engine {
  /// The account that is used for `account`: itself, or the one that stands in for a provider's name alone.
  ///
  /// One that is not there, or cannot be read, is told of as it was named.
  package func actual(_ account: AccountID) async -> AccountID {
    guard account.isUnnamed else { return account }
    do throws(AuthRunError) {
      return try await vaults.run { () async throws(AuthRunError) -> AccountID in
        try stored(account)?.id ?? account
      }
    } catch {
      return account
    }
  }

  /// The account that `account` means: itself, or the one that stands in for a provider's name alone.
  ///
  /// Where the user wrote the account's name (`isNamed`), no other is meant; it is an error then that there is
  /// none.
  package func meant(
    by account: AccountID,
    isNamed: Bool
  ) async throws(AuthRunError) -> AccountID {
    do throws(AuthRunError) {
      return try await vaults.run { () async throws(AuthRunError) in
        guard let stored = try stored(account), !isNamed || stored.id == account else {
          throw unknown(account)
        }
        return stored.id
      }
    } catch {
      throw shown(error, account)
    }
  }

  /// Gives the account's tokens back to the provider and forgets them here.
  ///
  /// The provider comes first: where it fails nothing is forgotten, so that the user can try again
  /// or decide for `local`, which asks nothing of the provider.
  package func logout(
    _ account: AccountID,
    local: Bool
  ) async throws(AuthRunError) -> Revocation {
    let account = await actual(account)
    do throws(AuthRunError) {
      return try await vaults.run { () async throws(AuthRunError) in
        guard let stored = try stored(account) else { throw unknown(account) }
        learnSecrets(of: stored.credential)
        let revocation = local ? .notAsked : try await revoke(stored.credential, stored.id)
        do throws(AuthRunError) {
          try forget(stored.id)
        } catch {
          guard revocation == .revoked else { throw error }
          throw halfDone(error, stored.id)
        }
        return revocation
      }
    } catch {
      throw shown(error, account)
    }
  }

  /// The tokens are worth nothing any more, and are still here.
  private func halfDone(_ cause: AuthRunError, _ account: AccountID) -> AuthRunError {
    var error = cause
    error.message =
      "the provider has taken the tokens back, but they could not be forgotten here: "
      + cause.message
    error.hint = [cause.hint, "then: authrun logout \(account) --local"].compactMap { $0 }
      .joined(separator: "\n")
    return error
  }

  private func revoke(
    _ credential: Credential,
    _ account: AccountID
  ) async throws(AuthRunError) -> Revocation {
    let descriptor = try descriptor(account.provider)
    if descriptor.hooks.contains(.revoke) {
      try HostGuard(descriptor, tools).requireUnchangedHosts(of: credential)
      try await DescriptorScript(
        descriptor: descriptor,
        tools: tools.reaching(descriptor, credential.options)
      ).revoke(credential)
      return .revoked
    }
    guard let spec = descriptor.oauth2, spec.revoke != nil else { return .notOffered }
    try HostGuard(descriptor, tools).requireUnchangedHosts(of: credential)
    let endpoint = try await endpoint(of: credential, descriptor, spec)
    guard let step = endpoint.spec.revoke else { return .notOffered }
    let response = try await endpoint.revoke(credential, at: step)
    let rules = spec.response.rules(scopeSeparator: spec.scopeSeparator)
    if let failure = RevocationResponse.failure(response, rules: rules) {
      var error = AuthRunError(failure, step: "revoke")
      error.message = "the provider has not taken the tokens back: \(error.message)"
      error.hint = "nothing was forgotten; authrun logout \(account) --local forgets it here only"
      throw error
    }
    return .revoked
  }
}
