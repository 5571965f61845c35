import Foundation
import TestSupport
import Testing

/// The servers that tools with a credential helper talk to; see `Peers/tools.py`.
final class ToolServers: Sendable {
  /// One attempt to use a token.
  struct Attempt: Decodable {
    let path: String
    let method: String?
    let scheme: String?
    let user: String?
    let token: String
    let key: String?
    let body: String?
    let mechanism: String?
    let closed: Bool?
  }

  let web: Int
  let mail: Int
  /// The web server behind TLS, with a certificate that nobody trusts.
  let encrypted: Int
  private let home: TemporaryHome
  private let running: RunningCommand

  init(_ home: TemporaryHome) async throws {
    self.home = home
    try home.write("", to: "tools/accept")
    try home.write("", to: "tools/log")
    var command = Command(
      "/usr/bin/python3",
      [PackageLayout.tests("EndToEndTests/Peers/tools.py"), home.file("tools")],
      environment: home.environment
    )
    command.input = .interactive
    running = try command.start()
    let ports = try await running.outputLine(containing: "ports ").split(separator: " ").dropFirst()
      .compactMap { Int($0) }
    try #require(ports.count == 3)
    (web, mail, encrypted) = (ports[0], ports[1], ports[2])
  }

  /// Makes these the tokens that the servers take.
  func accept(_ tokens: String...) throws {
    try home.write(tokens.joined(separator: "\n"), to: "tools/accept")
  }

  /// The attempts so far, for paths that begin so.
  func attempts(_ path: String) throws -> [Attempt] {
    let log = try String(contentsOfFile: home.file("tools/log"), encoding: .utf8)
    return try log.split(separator: "\n").map {
      try JSONDecoder().decode(Attempt.self, from: Data($0.utf8))
    }.filter { $0.path.hasPrefix(path) }
  }
}

/// A program of the system, or nothing where this machine lacks it.
func tool(_ name: String, _ package: String) throws -> String {
  for folder in ["/usr/bin", "/usr/local/bin"] {
    let path = "\(folder)/\(name)"
    if FileManager.default.isExecutableFile(atPath: path) { return path }
  }
  try Test.cancel("\(name) is not installed (Debian package \(package))")
}
