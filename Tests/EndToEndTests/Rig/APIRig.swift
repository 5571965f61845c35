import Foundation
import TestSupport
import Testing

/// An API on this machine with an account at it, for tests of `request`.
final class APIRig: Sendable {
  let home: TemporaryHome
  let port: Int
  private let peer: PythonPeer

  private static let starting = Task { try await PythonPeer("EndToEndTests/Peers/api.py") }

  /// A request as it arrived.
  struct Arrived: Decodable {
    let method: String
    let path: String
    let query: String
    let authorization: String
  }

  private struct Port: Encodable {
    let port: Int
  }

  /// Both are Lua: what the descriptor's tables have besides the base and the token's address.
  init(request: String = "", oauth2: String = "") async throws {
    peer = try await Self.starting.value
    home = try TemporaryHome()
    port = try await peer.ask("open")
    let descriptor = """
      return provider {
        api = 1, id = "api", kind = "client_credentials",
        options = { base = { type = "url", required = true }, client_secret = { bind = { "{base}" } } },
        oauth2 = { token = "{base}/token", \(oauth2) },
        request = { base = "{base}/v1", \(request) },
      }
      """
    try home.write(descriptor, to: "config/authrun/providers/api.lua")
    let login = try await authrun("login", "api")
    try #require(login.status == 0, "\(login)")
  }

  deinit {
    Task { [peer, port] in _ = try? await peer.ask("close", Port(port: port), as: Bool.self) }
  }

  var base: String { "http://127.0.0.1:\(port)" }

  func command(_ arguments: [String], input: Command.Input = .empty) throws -> Command {
    var environment = home.environment
    environment["AUTHRUN_API_BASE"] = base
    environment["AUTHRUN_API_CLIENT_ID"] = "id"
    environment["AUTHRUN_API_CLIENT_SECRET"] = "secret"
    var command = Command(
      try PackageLayout.product("authrun"),
      arguments,
      environment: environment
    )
    command.input = input
    return command
  }

  func authrun(_ arguments: String..., input: Command.Input = .empty) async throws -> CommandResult
  {
    try await command(arguments, input: input).run()
  }

  func request(_ arguments: String..., input: Command.Input = .empty) async throws -> CommandResult
  {
    try await command(["request", "api"] + arguments, input: input).run()
  }

  /// Runs a shell script in which `"$@"` is authrun, told with the most memory that it ever took, in KiB.
  func measured(
    _ script: String,
    _ arguments: [String]
  ) async throws -> (result: CommandResult, memory: Int) {
    let inner = try command(arguments)
    var command = Command(
      try PythonPeer.interpreter(),
      [
        "-c",
        """
        import resource, subprocess, sys
        status = subprocess.run(["/bin/sh", "-c", sys.argv[1], "sh"] + sys.argv[2:]).returncode
        print("peak", resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, file=sys.stderr)
        sys.exit(status)
        """, script, inner.executable,
      ] + arguments,
      environment: inner.environment
    )
    command.deadline = 120
    let result = try await command.run()
    let line = result.errors.split(separator: "\n").last { $0.hasPrefix("peak ") }
    return (result, try #require(line.flatMap { Int($0.dropFirst(5)) }, "\(result)"))
  }

  func arrived(_ path: String) async throws -> [Arrived] {
    try await peer.ask("requests", Port(port: port), as: [Arrived].self).filter { $0.path == path }
  }

  func release() async throws {
    _ = try await peer.ask("release", Port(port: port), as: Bool.self)
  }

  /// The JSON that a command printed.
  func json(
    _ result: CommandResult,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Any {
    let value = try? JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return try #require(value, "no JSON: \(result)", sourceLocation: sourceLocation)
  }

  func object(
    _ result: CommandResult,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String: Any] {
    try #require(
      try json(result, sourceLocation: sourceLocation) as? [String: Any],
      sourceLocation: sourceLocation
    )
  }
}
