import Foundation
import TestSupport
import Testing

/// Files and directories that may be read and not written, by a user for whom modes count: not root.
@Suite(.endToEnd, .enabled(if: Unprivileged.isPossible, "util-linux's setpriv is not installed"))
struct ReadOnlyVaultTests {
  /// What is taken from the user, and what the refusal has to name.
  enum Trouble: CaseIterable {
    case file, directoryWithoutLog, state, stateFiles

    var named: String {
      switch self {
      case .file, .directoryWithoutLog: "data/authrun/vault.db"
      case .state, .stateFiles: "state/authrun"
      }
    }

    func make(_ home: TemporaryHome) throws {
      switch self {
      case .file: try home.setMode("data/authrun/vault.db", 0o400)
      case .directoryWithoutLog:
        for suffix in ["-wal", "-shm"] {
          try FileManager.default.removeItem(atPath: home.file("data/authrun/vault.db\(suffix)"))
        }
        try home.setMode("data/authrun", 0o500)
      case .state: try home.setMode("state/authrun", 0o500)
      case .stateFiles:
        for name in home.files().keys where name.hasPrefix("state/authrun/refresh-") {
          try home.setMode(name, 0o400)
        }
      }
    }

    func mend(_ home: TemporaryHome) throws {
      switch self {
      case .file: try home.setMode("data/authrun/vault.db", 0o600)
      case .directoryWithoutLog: try home.setMode("data/authrun", 0o700)
      case .state: try home.setMode("state/authrun", 0o700)
      case .stateFiles:
        for name in home.files().keys where name.hasPrefix("state/authrun/refresh-") {
          try home.setMode(name, 0o600)
        }
      }
    }
  }

  @Test(arguments: Trouble.allCases)
  func `what is stored is still used, no token is asked for that could not be kept`(
    trouble: Trouble
  ) async throws {
    let user = try await Unprivileged()
    if trouble == .state {
      for name in user.rig.home.files().keys where name.hasPrefix("state/authrun/refresh-") {
        try FileManager.default.removeItem(atPath: user.rig.home.file(name))
      }
    } else {
      #expect(try await user.authrun("token", "spotify", "--force-refresh").status == 0)
    }
    let token = try await user.authrun("token", "spotify")
    #expect(token.status == 0, "\(token)")
    try await user.rig.clear()
    try trouble.make(user.rig.home)
    let hit = try await user.authrun("token", "spotify")
    #expect(hit.status == 0 && hit.output == token.output, "\(hit)")
    let refused = try await user.authrun("token", "spotify", "--force-refresh")
    #expect(refused.status == 73, "\(refused)")
    #expect(refused.errors.contains(trouble.named), "\(refused)")
    #expect(refused.errors.contains("spotify/default"), "\(refused)")
    #expect(try await user.rig.requests().isEmpty)
    try trouble.mend(user.rig.home)
    let renewed = try await user.authrun("token", "spotify", "--force-refresh")
    #expect(renewed.status == 0 && renewed.output != token.output, "\(renewed)")
  }

  @Test
  func `a directory that cannot be written is enough where the log is there`() async throws {
    let user = try await Unprivileged()
    #expect(try await user.authrun("token", "spotify").status == 0)
    try user.rig.home.setMode("data/authrun", 0o500)
    #expect(try await user.authrun("token", "spotify", "--force-refresh").status == 0)
  }

  @Test(arguments: ["data/authrun/vault.db", "data/authrun", "config/authrun/vault.key"])
  func `what belongs to another is refused, by name and with both users`(
    name: String
  ) async throws {
    let user = try await Unprivileged()
    try #require(chown(user.rig.home.file(name), 0, 0) == 0)
    // Its owner lets everybody read it.
    try user.rig.home.setMode(name, name == "data/authrun" ? 0o755 : 0o644)
    try await user.rig.clear()
    for arguments in [["token", "spotify"], ["token", "spotify", "--force-refresh"]] {
      let refused = try await user.run(arguments)
      #expect(refused.status == 73, "\(refused)")
      #expect(refused.output.isEmpty)
      #expect(
        refused.errors.contains("\(name) belongs to user 0, and this process runs as user 65534"),
        "\(refused)"
      )
    }
    #expect(try await user.rig.requests().isEmpty)
  }

  @Test(arguments: ["data/authrun/vault.db", "config/authrun/vault.key"])
  func `what cannot be read at all is told`(name: String) async throws {
    let user = try await Unprivileged()
    try user.rig.home.setMode(name, 0)
    let refused = try await user.authrun("token", "spotify")
    #expect(refused.status == 73, "\(refused)")
    #expect(refused.errors.contains(name) && refused.errors.contains("denied"), "\(refused)")
    try user.rig.home.setMode(name, 0o600)
    #expect(try await user.authrun("token", "spotify").status == 0)
  }

  @Test
  func `a change of keys that cannot be finished is not begun`() async throws {
    let user = try await Unprivileged()
    try user.rig.home.setMode("config/authrun", 0o500)
    let refused = try await user.authrun("vault", "rekey")
    #expect(refused.status == 73, "\(refused)")
    #expect(refused.errors.contains("config/authrun/vault.key.next-"), "\(refused)")
    #expect(try await user.authrun("token", "spotify", "--force-refresh").status == 0)
    try user.rig.home.setMode("config/authrun", 0o700)
    try user.rig.home.setMode("data/authrun/vault.db", 0o400)
    let unwritable = try await user.authrun("vault", "rekey")
    #expect(unwritable.status == 73, "\(unwritable)")
    try user.rig.home.setMode("data/authrun/vault.db", 0o600)
    #expect(try await user.authrun("token", "spotify", "--force-refresh").status == 0)
  }

  @Test
  func `a first login says where no vault can be made, before it bothers the user`() async throws {
    let user = try await Unprivileged(loggedIn: false)
    try user.rig.home.setMode("data", 0o500)
    let refused = try await user.authrun("login", "acme", "--json")
    #expect(refused.status == 73, "\(refused)")
    #expect(refused.said.contains("data/authrun"), "\(refused)")
    #expect(try await user.rig.requests().isEmpty)
    try user.rig.home.setMode("data", 0o700)
    #expect(try await user.authrun("login", "acme", "--json").status == 0)
  }
}

/// A rig whose home belongs to a user without rights, and its authrun run as that user.
private struct Unprivileged {
  private static let program = "/usr/bin/setpriv"
  private static let user = ["--reuid=65534", "--regid=65534", "--clear-groups"]

  static var isPossible: Bool {
    getuid() == 0 && FileManager.default.isExecutableFile(atPath: program)
  }

  let rig: Rig

  init(loggedIn: Bool = true) async throws {
    rig = try await Rig(.rotating)
    if loggedIn { try await rig.logIn("spotify") }
    // The rig's own folder is closed to this user.
    try FileManager.default.copyItem(atPath: rig.authority, toPath: rig.home.file("ca.pem"))
    let names = FileManager.default.enumerator(atPath: rig.home.path)?.compactMap { $0 as? String }
    for name in [""] + (names ?? []) {
      try #require(chown(rig.home.file(name), 65534, 65534) == 0)
    }
  }

  func authrun(_ arguments: String...) async throws -> CommandResult {
    try await run(arguments)
  }

  func run(_ arguments: [String]) async throws -> CommandResult {
    let inner = try rig.command(arguments, variables: ["AUTHRUN_CACERT": rig.home.file("ca.pem")])
    var command = Command(
      Self.program,
      Self.user + [inner.executable] + inner.arguments,
      environment: inner.environment
    )
    command.directory = "/"
    return try await command.run()
  }
}

extension TemporaryHome {
  fileprivate func setMode(_ name: String, _ mode: Int) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file(name))
  }
}
