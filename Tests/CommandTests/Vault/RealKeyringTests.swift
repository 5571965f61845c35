import Foundation
import TestSupport
import Testing

/// The vault's key in a real keyring: GNOME Keyring on a bus of its own.
@Suite(.enabled(if: KeyringSession.isInstalled, "gnome-keyring or dbus-daemon is not installed"))
struct RealKeyringTests {
  @Test
  func `an open keyring is chosen, holds the key and nothing else, and opens the vault`()
    async throws
  {
    let session = try await KeyringSession(.unlocked)
    let made = try await session.authrun("vault", "init")
    #expect(made.status == 0, "\(made)")
    #expect(made.output.contains("from your keyring (Secret Service)"))
    #expect(!session.home.files().keys.contains { $0.contains("vault.key") })
    let status = try await session.authrun("vault", "status", "--json")
    #expect(status.output.contains(#""key":{"source":"secret-service""#), "\(status)")
    #expect(status.output.contains(#""opens":true"#))
    let accounts = try await session.authrun("accounts", "--json")
    #expect(accounts.output.hasPrefix(#"{"accounts":[]"#), "\(accounts)")
    let items = try await Command(
      "/usr/bin/secret-tool",
      ["search", "--all", "xdg:schema", "org.authrun.VaultKey"],
      environment: session.environment()
    ).run()
    #expect(items.output.matches(of: #/secret = [0-9a-f]{64}\n/#).count == 1)
    #expect(items.output.contains("label = Key of the authrun vault"))
  }

  @Test
  func `a vault moves into the keyring, gets a new key there, and moves out again`() async throws {
    let session = try await KeyringSession(.unlocked)
    try await session.put("spotify", "tok-1")
    for words in [["--key", "secret-service"], [], ["--key", "file"]] {
      let moved = try await Command(
        PackageLayout.product("authrun-core"),
        ["vault", "rekey"] + words,
        environment: session.environment()
      ).run()
      #expect(moved.status == 0, "\(moved)")
      let token = try await session.authrun("token", "spotify")
      #expect(token.output == "tok-1\n", "\(token)")
      let items = try await Command(
        "/usr/bin/secret-tool",
        ["search", "--all", "xdg:schema", "org.authrun.VaultKey"],
        environment: session.environment()
      ).run()
      // The key of before is gone from where nothing needs it.
      let kept = items.output.matches(of: #/secret = /#).count
      #expect(kept == (words.last == "file" ? 0 : 1))
    }
  }

  @Test
  func `a locked keyring is an error that says so, and no other source is tried`() async throws {
    let session = try await KeyringSession(.unlocked)
    try await session.put("spotify", "tok-1")
    #expect(try await session.authrun("vault", "rekey", "--key", "secret-service").status == 0)
    try await session.order("lock")
    let token = try await session.authrun("token", "spotify", "--json")
    #expect(token.status == 73, "\(token)")
    #expect(try BuiltProgram.error(token).code == "vault_locked")
    #expect(try BuiltProgram.error(token).message == "the keyring is locked")
    #expect(token.errors.contains("unlock it"))
    let status = try await session.authrun("vault", "status", "--json")
    #expect(status.status == 0)
    #expect(status.output.contains(#""opens":false"#))
    #expect(status.output.contains(#""records":1"#))
    #expect(!session.home.files().keys.contains { $0.contains("vault.key") })
  }

  @Test
  func `a locked keyring is not chosen for a new vault, and that is said`() async throws {
    let session = try await KeyringSession(.unlocked)
    try await session.order("lock")
    let made = try await session.authrun("vault", "init")
    #expect(made.output.contains("the key file"))
    #expect(made.output.contains("the keyring is locked"))
    let asked = try await session.authrun("vault", "init", "--key", "secret-service")
    #expect(asked.status == 73)
  }

  @Test
  func `a keyring that stops answering costs two seconds and an error`() async throws {
    let session = try await KeyringSession(.unlocked)
    try await session.put("spotify", "tok-1")
    #expect(try await session.authrun("vault", "rekey", "--key", "secret-service").status == 0)
    try await session.order("stop")
    let token = try await session.authrun("token", "spotify", "--json", patience: nil)
    #expect(token.status == 73, "\(token)")
    #expect(try BuiltProgram.error(token).code == "vault_locked")
    #expect(token.errors.contains("does not answer (waited 2 s)"))
    #expect(token.seconds >= 2)
    // Bounded: a wait for an answer would be 25 seconds, one for a prompt for ever.
    #expect(token.seconds < 15)
    try await session.order("continue")
    #expect(try await session.authrun("token", "spotify").output == "tok-1\n")
  }

  @Test
  func `a name without a life behind it costs two seconds, then a key file is made and said`()
    async throws
  {
    let session = try await KeyringSession(.hanging)
    let made = try await session.authrun("vault", "init", patience: nil)
    #expect(made.status == 0, "\(made)")
    #expect(made.output.contains("the key file"))
    #expect(made.output.contains("the keyring does not answer (waited 2 s)"))
    #expect(made.seconds >= 2 && made.seconds < 15)
    let accounts = try await session.authrun("accounts", patience: nil)
    #expect(accounts.status == 0)
  }

  @Test
  func `on a bus without a keyring, and without a bus, a key file is made and the reason said`()
    async throws
  {
    let session = try await KeyringSession(.none)
    let made = try await session.authrun("vault", "init")
    #expect(made.output.contains("the key file"), "\(made)")
    #expect(made.output.contains("Not from your keyring: the keyring cannot be used"))
    let asked = try await session.authrun("vault", "rekey", "--key", "secret-service")
    #expect(asked.status == 73)
    let program = try BuiltProgram()
    let without = try await program.run("vault", "init")
    #expect(without.output.contains("there is no session bus here"), "\(without)")
  }

  @Test
  func `a command whose vault needs no keyring does not load its library`() async throws {
    let session = try await KeyringSession(.hanging)
    try await session.put("spotify", "tok-1")
    let trace = session.home.file("trace")
    let result = try await Command(
      "/usr/bin/strace",
      [
        "-f", "-o", trace, "-e", "trace=openat,connect", PackageLayout.product("authrun-core"),
        "token", "spotify",
      ],
      environment: session.environment()
    ).run()
    #expect(result.output == "tok-1\n", "\(result)")
    let calls = try String(contentsOfFile: trace, encoding: .utf8)
    #expect(calls.contains("vault.db"))
    #expect(!calls.contains("libsecret"))
    #expect(!calls.contains("runtime/bus"))
  }
}
