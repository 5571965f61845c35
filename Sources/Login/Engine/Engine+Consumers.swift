package import Standards
import Storage

extension Engine {
  /// The account's credential as it is stored, fresh or not; `nil` when nobody is logged in.
  package func storedCredential(_ account: AccountID) throws(AuthRunError) -> Credential? {
    guard let stored = try stored(account) else { return nil }
    learnSecrets(of: stored.credential)
    return stored.credential
  }

  /// The accounts whose credentials may go to a host, by provider and name.
  package func accounts(reachingHost name: String) throws(AuthRunError) -> [AccountID] {
    guard let vault = try existingVault() else { return [] }
    do throws(VaultError) {
      return try vault.list().credentials.filter { $0.credential.mayGo(toHost: name) }.map(\.id)
    } catch {
      throw AuthRunError(error, step: "vault")
    }
  }

  /// The user's list of servers and their accounts; the lines that cannot be read are said aloud.
  package func hostAccounts() throws(AuthRunError) -> HostAccounts {
    do throws(VaultError) {
      let list = try HostsFile.read { settings.environment[$0] } ?? HostAccounts()
      if !list.faults.isEmpty {
        let path = try HostsFile.path { settings.environment[$0] }
        for fault in list.faults.prefix(Self.mostFaults) {
          settings.warn?("\(path):\(fault.line): \(fault.reason); the line counts for nothing")
        }
        let rest = list.faults.count - Self.mostFaults
        if rest > 0 { settings.warn?("\(path): \(rest) more lines cannot be read") }
      }
      return list
    } catch {
      throw AuthRunError(
        error.kind == .location ? .inputInvalid : .vault,
        error.message,
        hint: error.hint
      )
    }
  }

  /// The lines of a list that are told one by one.
  private static let mostFaults = 3

  /// What became of a token that a server did not take.
  package enum Refusal: Sendable {
    /// It is not the account's any more, or never was: nothing to do.
    case outdated
    /// The next caller renews it.
    case marked
    /// It cannot be renewed, so it stays: a server may refuse a good token for a reason of its own.
    case kept
  }

  /// Notes that a server did not take the account's access token, so that the next caller renews it.
  ///
  /// The record keeps everything else. It is changed under the lease: a refresh that is under way stores a new
  /// token, which must not meet a changed record.
  package func noteRefusal(
    of token: Secret,
    as account: AccountID
  ) async throws(AuthRunError) -> Refusal {
    guard let vault = try existingVault(), let before = try stored(account),
      isCurrent(token, before.credential)
    else { return .outdated }
    let renewal = try Renewal(descriptor: descriptor(account.provider), tools: tools)
    guard renewal.isPossible(for: before.credential) else { return .kept }
    do throws(VaultError) {
      // The account may stand for another, whose record and lease are meant.
      let account = before.id
      switch try await vault.turn(account, deadline: settings.httpTimeout + 15) {
      case .served: return .outdated
      case .ours(let lease):
        let result = mark(token, account, vault)
        lease.release()
        return try result.get()
      }
    } catch {
      throw AuthRunError(error, step: "vault").concerning(before.id)
    }
  }

  private func mark(
    _ token: Secret,
    _ account: AccountID,
    _ vault: Vault
  ) -> Result<Refusal, VaultError> {
    do throws(VaultError) {
      guard let stored = try vault.read(account), isCurrent(token, stored.credential) else {
        return .success(.outdated)
      }
      var credential = stored.credential
      credential.expiresAt = tools.clock.now().adding(-1)
      try vault.write(account, credential, replacing: stored.version)
      return .success(.marked)
    } catch {
      return .failure(error)
    }
  }

  private func isCurrent(_ token: Secret, _ credential: Credential) -> Bool {
    FixedTime.equal(token.text, credential.accessToken.text)
  }
}
