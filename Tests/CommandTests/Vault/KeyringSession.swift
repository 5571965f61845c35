import Foundation
import TestSupport
import Testing

/// A home with a session bus of its own and, where wanted, a keyring on it.
struct KeyringSession {
  enum Mode: String {
    /// A real GNOME Keyring, open.
    case unlocked
    /// Something that has the keyring's name and never answers.
    case hanging
    /// A bus, and nothing on it.
    case none
  }

  let home: TemporaryHome
  private let running: RunningCommand

  static let isInstalled = ["/usr/bin/gnome-keyring-daemon", "/usr/bin/dbus-daemon"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  init(_ mode: Mode) async throws {
    home = try TemporaryHome()
    var command = Command(
      "/usr/bin/python3",
      [PackageLayout.tests("CommandTests/Peers/keyring.py"), home.path, mode.rawValue],
      environment: home.environment
    )
    command.input = .interactive
    command.deadline = 300
    running = try command.start()
    _ = try await running.outputLine(containing: "ready")
  }

  /// Locks, stops or continues the keyring; returns when it is done.
  func order(_ word: String) async throws {
    running.send(line: word)
    _ = try await running.outputLine(containing: "done \(word)")
  }

  /// An environment on this bus.
  ///
  /// `patience` is the seconds that a keyring may take: on a loaded machine the usual two can be too few
  /// for one that works.
  func environment(patience: Int? = 30) -> [String: String] {
    var environment = home.environment
    environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=\(home.file("runtime/bus"))"
    if let patience { environment["AUTHRUN_KEYRING_TIMEOUT"] = "\(patience)" }
    return environment
  }

  func authrun(_ arguments: String..., patience: Int? = 30) async throws -> CommandResult {
    try await Command(
      PackageLayout.product("authrun-core"),
      arguments,
      environment: environment(patience: patience)
    ).run()
  }

  /// Stores an account with a program that knows no keyring.
  func put(_ provider: String, _ token: String) async throws {
    let result = try await Command(
      PackageLayout.product("storage-probe"),
      ["put", provider, token],
      environment: home.environment
    ).run()
    try #require(result.status == 0, "\(result)")
  }
}
