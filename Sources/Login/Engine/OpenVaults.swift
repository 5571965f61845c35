import Postgres
import Storage
import Synchronization

/// The vaults that an engine has open.
///
/// A vault in a file is opened anew for each use, which costs little and sees a file that was replaced; one
/// on a server stays connected.
final class OpenVaults: Sendable {
  private let location: VaultLocation
  private let keys: KeyAccess
  private let server: PostgresServer?
  private let shared = Mutex<Vault?>(nil)

  init(
    _ location: VaultLocation,
    _ keys: KeyAccess,
    environment: [String: String],
    warn: @escaping @Sendable (String) -> Void
  ) {
    self.location = location
    self.keys = keys
    server = location.server.map { _ in PostgresServer(environment: environment, warn: warn) }
  }

  /// What connects to the vault's server; `nil` for a vault in a file.
  var connector: (any VaultServer)? { server }

  func vault(create: Bool) throws(VaultError) -> Vault {
    guard let server else { return try Vault.open(location, create: create, keys: keys) }
    return try shared.withLock { (shared) throws(VaultError) in
      if let shared { return shared }
      let vault = try Vault.open(location, create: create, keys: keys, server: server)
      shared = vault
      return vault
    }
  }

  /// Runs `body` where waiting for a database server keeps no other task from running.
  func run<Result: Sendable>(
    _ body: @Sendable () async throws(AuthRunError) -> Result
  ) async throws(AuthRunError) -> Result {
    guard server != nil else { return try await body() }
    return try await withTaskExecutorPreference(VaultThreads.shared) {
      () async throws(AuthRunError) -> Result in
      try await Self.concurrently(body)
    }
  }

  /// Leaves the caller's actor, where the preference counts.
  @concurrent
  private static func concurrently<Result: Sendable>(
    _ body: @Sendable () async throws(AuthRunError) -> Result
  ) async throws(AuthRunError) -> Result {
    try await body()
  }
}
