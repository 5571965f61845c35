import Crypto
import Foundation
import Synchronization
package import Testing

/// A PostgreSQL server of the tests' own, with nothing of the machine's in it.
///
/// It listens on a Unix-domain socket and on TCP with TLS, and ends with the test program, however that ends.
package final class PostgresCluster: Sendable {
  /// The directory of everything; readable, so that tests under other users reach the socket.
  package let directory: String
  package let port: Int
  private let running = Mutex<RunningCommand?>(nil)
  private let listenAddresses: String

  /// One server for all tests that only need some server.
  package static func shared() async throws -> PostgresCluster {
    try await starting.value
  }

  private static let starting = Task { try await PostgresCluster() }

  /// Whether Debian's `postgresql` is installed.
  package static var isInstalled: Bool { programs != nil }

  private static let programs: String? = {
    let root = "/usr/lib/postgresql"
    let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
    return versions.sorted { (Int($0) ?? 0) > (Int($1) ?? 0) }.map { "\(root)/\($0)/bin" }
      .first { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
  }()

  /// The user of the server, which refuses to run as root; nobody else is asked for.
  private static let user =
    getuid() == 0 ? ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"] : []

  /// Makes a server and waits until it answers.
  package init(
    listenAddresses: String = "127.0.0.1",
    names: [String] = ["localhost", "db.test"]
  ) async throws {
    guard let programs = Self.programs else { throw MissingPostgres() }
    self.listenAddresses = listenAddresses
    directory = NSTemporaryDirectory() + "authrun-pg." + UUID().uuidString.prefix(8)
    port = try Self.freePort()
    let authority = try ThrowAwayAuthority()
    let issued = try authority.issue(names: names)
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    for (name, text) in [
      ("ca.pem", authority.caCertificatePEM), ("server.pem", issued.certificatePEM),
      ("server.key", issued.privateKeyPEM),
      ("other-ca.pem", try ThrowAwayAuthority().caCertificatePEM),
    ] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
    }
    let owner = getuid() == 0 ? "chown -R nobody:nogroup '\(directory)';" : ""
    let user = Self.user.joined(separator: " ")
    let made = try await shell(
      """
      chmod 600 '\(directory)/server.key'; \(owner)
      exec \(user) '\(programs)/initdb' -D '\(directory)/data' -U authrun -A trust -E UTF8 --locale=C --no-sync
      """
    )
    guard made.status == 0 else { throw MissingPostgres(reason: "\(made)") }
    try await configure()
    try await start()
    // The one who may come without TLS, for tests that stand between.
    try await sql("CREATE ROLE plain LOGIN SUPERUSER")
  }

  /// A server that follows `primary`, which from then on waits for it with every commit.
  package init(following primary: PostgresCluster) async throws {
    guard let programs = Self.programs else { throw MissingPostgres() }
    listenAddresses = "127.0.0.1"
    directory = NSTemporaryDirectory() + "authrun-pg." + UUID().uuidString.prefix(8)
    port = try Self.freePort()
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    let owner = getuid() == 0 ? "chown -R nobody:nogroup '\(directory)';" : ""
    let user = Self.user.joined(separator: " ")
    let copied = try await shell(
      """
      cp -p '\(primary.directory)'/*.pem '\(primary.directory)'/server.key '\(directory)'; \(owner)
      \(user) '\(programs)/pg_basebackup' -h '\(primary.directory)' -p \(primary.port) -U authrun \
        -D '\(directory)/data' -R -N -c fast || exit
      cat >> '\(directory)/data/postgresql.conf' <<'END'
      port = \(port)
      unix_socket_directories = '\(directory)'
      ssl_cert_file = '\(directory)/server.pem'
      ssl_key_file = '\(directory)/server.key'
      END
      """
    )
    guard copied.status == 0 else { throw MissingPostgres(reason: "\(copied)") }
    try await start()
    try await primary.sql("ALTER SYSTEM SET synchronous_standby_names = '*'")
    try await primary.sql("SELECT pg_reload_conf()")
  }

  /// Makes a server that follows another the one that is written to.
  package func promote() async throws {
    try await sql("SELECT pg_promote()")
  }

  package func file(_ name: String) -> String { directory + "/" + name }

  private func configure() async throws {
    let settings = """
      listen_addresses = '\(listenAddresses)'
      port = \(port)
      unix_socket_directories = '\(directory)'
      ssl = on
      ssl_cert_file = '\(directory)/server.pem'
      ssl_key_file = '\(directory)/server.key'
      fsync = off
      max_connections = 150
      shared_buffers = 16MB
      password_encryption = 'scram-sha-256'
      logging_collector = off
      """
    let access = """
      local all all trust
      local replication all trust
      hostssl all authrun all trust
      hostnossl all plain 127.0.0.1/32 trust
      hostssl all all all scram-sha-256
      """
    let result = try await shell(
      """
      cat >> '\(directory)/data/postgresql.conf' <<'END'
      \(settings)
      END
      cat > '\(directory)/data/pg_hba.conf' <<'END'
      \(access)
      END
      """
    )
    guard result.status == 0 else { throw MissingPostgres(reason: "\(result)") }
  }

  /// Starts the server that was stopped.
  package func start() async throws {
    guard let programs = Self.programs else { throw MissingPostgres() }
    let user = Self.user.joined(separator: " ")
    // The shell ends the server when its own input ends, that is with us.
    var command = Command(
      "/bin/sh",
      [
        "-c",
        """
        \(user) '\(programs)/postgres' -D '\(directory)/data' & server=$!
        read line; kill -"${line:-INT}" $server; wait $server
        [ -n "$line" ] || rm -rf '\(directory)'
        """,
      ],
      environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C"]
    )
    command.input = .interactive
    command.deadline = 3600
    command.directory = "/"
    let server = try command.start()
    _ = try await server.errorLine(containing: "is ready to accept")
    running.withLock { $0 = server }
  }

  /// Stops the server: `INT` ends all connections at once, `QUIT` is a crash.
  package func stop(_ signal: String = "INT") async throws {
    let server = running.withLock { running in
      defer { running = nil }
      return running
    }
    server?.send(line: signal)
    _ = try await server?.result()
  }

  /// Ends the server and removes its directory.
  package func remove() async {
    let server = running.withLock { running in
      defer { running = nil }
      return running
    }
    server?.closeInput()
    _ = try? await server?.result()
    try? FileManager.default.removeItem(atPath: directory)
  }

  deinit {
    running.withLock { $0?.closeInput() }
  }

  /// Runs a statement with Debian's own client and returns what it prints.
  @discardableResult
  package func sql(_ statement: String) async throws -> String {
    guard let programs = Self.programs else { throw MissingPostgres() }
    let result = try await Command(
      programs + "/psql",
      [
        "-X", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-h", directory, "-p", "\(port)", "-U",
        "authrun",
        "-d", "postgres", "-c", statement,
      ],
      environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C", "HOME": "/"]
    ).run()
    guard result.status == 0 else { throw MissingPostgres(reason: "\(result)") }
    return result.output.trimmingCharacters(in: .newlines)
  }

  /// The address of a schema of this name, made by the call, over the Unix-domain socket.
  package func vault(_ schema: String) async throws -> String {
    try await sql("CREATE SCHEMA \(schema)")
    return address(schema)
  }

  package func address(_ schema: String) -> String {
    "postgres://authrun@/postgres?host=\(directory)&port=\(port)&connect_timeout=10"
      + "&options=-csearch_path%3D\(schema)"
  }

  private func shell(_ script: String) async throws -> CommandResult {
    var command = Command(
      "/bin/sh",
      ["-c", script],
      environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C", "HOME": "/"]
    )
    command.directory = "/"
    return try await command.run()
  }

  private static func freePort() throws -> Int {
    let number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(number) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(number, address, length) == 0 && getsockname(number, address, &length) == 0
      }
    }
    guard bound else { throw CommandError.system("bind", errno) }
    return Int(UInt16(bigEndian: address.sin_port))
  }
}

/// No PostgreSQL server could be made.
package struct MissingPostgres: Error, CustomStringConvertible {
  var reason = "Debian's package postgresql is not installed"

  package var description: String { "no PostgreSQL server: \(reason)" }
}

extension Trait where Self == ConditionTrait {
  /// Skips the test, saying so, where there is no PostgreSQL server to start.
  package static var requiresPostgres: Self {
    .enabled(if: PostgresCluster.isInstalled, "Debian's package postgresql is not installed")
  }
}
