import CPostgres
import Glibc
package import Storage

/// Connects to vaults on PostgreSQL and on what speaks its protocol.
package struct PostgresServer: VaultServer {
  private let environment: [String: String]
  private let warn: @Sendable (String) -> Void

  /// `warn` is told, once for each connection that is asked for, what the address gives up.
  package init(
    environment: [String: String],
    warn: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.environment = environment
    self.warn = warn
  }

  /// The variables of the client library that hold the password for a server; empty where another is used.
  package static func secretVariables(
    _ address: ServerAddress,
    environment: (String) -> String?
  ) -> Set<String> {
    let parameters = try? ConnectionParameters(
      address,
      environment: environment,
      isFile: { _ in true }
    )
    // One that cannot be read is taken for one that uses it.
    let isGiven = parameters?.list.contains { $0.name == "password" } ?? false
    return isGiven ? [] : ["PGPASSWORD"]
  }

  package func connect(
    _ address: ServerAddress,
    create: Bool,
    describing meta: @Sendable () throws(VaultError) -> VaultMeta
  ) throws(VaultError) -> sending ServerConnection {
    if let reason = authrun_pg_load() {
      throw VaultError(
        .location,
        "PostgreSQL's client library cannot be loaded: \(String(cString: reason))",
        hint: "install it: apt-get install libpq5"
      )
    }
    let parameters = try ConnectionParameters(
      address,
      environment: { environment[$0] },
      isFile: { access($0, R_OK) == 0 }
    )
    parameters.warnings.forEach(warn)
    let driver = PostgresDriver(PostgresSession(address.description, parameters))
    let isNew = try driver.open(create: create, describing: meta)
    return ServerConnection(driver: driver, isNew: isNew)
  }
}
