import Foundation
import TestSupport
import Testing

@testable import authrun_core

/// `authrun vault …` as built, on vaults without a keyring.
@Suite
struct VaultCommandTests {
  let home: TemporaryHome

  init() throws {
    home = try TemporaryHome()
  }

  private func authrun(
    _ arguments: String...,
    variables: [String: String] = [:],
    product: String = "authrun-core"
  ) async throws -> CommandResult {
    try await Command(
      PackageLayout.product(product),
      arguments,
      environment: home.environment.merging(variables) { $1 }
    ).run()
  }

  private func put(_ provider: String, _ token: String) async throws {
    let result = try await authrun("put", provider, token, product: "storage-probe")
    try #require(result.status == 0, "\(result)")
  }

  private func object(_ result: CommandResult) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return try #require(value as? [String: Any], "\(result)")
  }

  @Test
  func `status tells where there is none, and everything where there is one`() async throws {
    let none = try await authrun("vault", "status", "--json")
    #expect(none.status == 0)
    #expect(try object(none)["exists"] as? Bool == false)
    try await put("spotify", "tok")
    let status = try object(try await authrun("vault", "status", "--json"))
    #expect(
      status.keys.sorted() == [
        "accounts", "damaged", "driver", "exists", "key", "opens", "records", "schema", "vault",
      ]
    )
    #expect(status["driver"] as? String == "sqlite")
    #expect(status["records"] as? Int == 1)
    #expect(status["vault"] as? String == home.file("data/authrun/vault.db"))
    let key = try #require(status["key"] as? [String: Any])
    #expect(key["file"] as? String == home.file("config/authrun/vault.key"))
  }

  @Test
  func `a key file needs no unlocking, and the kernel is given nothing`() async throws {
    try await put("spotify", "tok")
    let unlocked = try await authrun("vault", "unlock", "--for", "1h", "--json")
    #expect(try object(unlocked)["unlocked_until"] is NSNull, "\(unlocked)")
    let locked = try await authrun("vault", "lock", "--json")
    #expect(try object(locked)["was_unlocked"] as? Bool == false)
  }

  @Test
  func `a second init changes nothing`() async throws {
    #expect(try await authrun("vault", "init").status == 0)
    let before = home.files()
    let again = try await authrun("vault", "init", "--json")
    #expect(again.status == 73)
    #expect(try BuiltProgram.error(again).message.contains("already"))
    #expect(home.files() == before)
  }

  @Test(arguments: ["nonsense", "file:", "command:", "0123456789abcdef"])
  func `what is no source is a usage error that does not repeat it`(source: String) async throws {
    let result = try await authrun("vault", "init", "--key", source)
    #expect(result.status == 64)
    #expect(!result.errors.contains(source) || source == "file:" || source == "command:")
    #expect(result.errors.contains("secret-service, passphrase"))
  }

  @Test
  func `a passphrase is typed twice without echo, and asked for when it is needed`() async throws {
    var command = Command(
      try PackageLayout.product("authrun-core"),
      ["vault", "init", "--key", "passphrase"],
      environment: home.environment
    )
    command.input = .terminal
    let running = try command.start()
    // From here on the terminal shows nothing and loses nothing.
    _ = try await running.errorLine(containing: "New passphrase for ")
    for line in ["correct horse", "correct house", "correct horse", "correct horse"] {
      running.send(line: line)
    }
    let made = try await running.result()
    #expect(made.status == 0, "\(made)")
    #expect(made.errors.contains("They differ"))
    #expect(made.output.contains("from your passphrase"))
    let without = try await authrun("accounts", "--json")
    #expect(without.status == 73)
    #expect(try BuiltProgram.error(without).code == "vault_locked")
    command.arguments = ["accounts"]
    let asking = try command.start()
    _ = try await asking.errorLine(containing: "Passphrase for ")
    asking.send(line: "correct house")
    _ = try await asking.errorLine(containing: "That is not it.")
    asking.send(line: "correct horse")
    let answered = try await asking.result()
    #expect(answered.status == 0, "\(answered)")
  }

  @Test
  func `a passphrase that is to be chosen and cannot be typed is asked for by its option`()
    async throws
  {
    for words in [
      ["vault", "init", "--key", "passphrase"], ["vault", "rekey", "--key", "passphrase"],
    ] {
      if words[1] == "rekey" { try await put("spotify", "tok") }
      let result = try await Command(
        PackageLayout.product("authrun-core"),
        words + ["--json"],
        environment: home.environment
      ).run()
      let error = try BuiltProgram.error(result)
      #expect(error.code == "vault_locked", "\(result)")
      #expect(error.message.contains("is to be chosen"), "\(result)")
      #expect(result.output.contains("--passphrase-file FILE"), "\(result)")
      #expect(!result.output.contains("unlock"), "\(result)")
    }
  }

  @Test
  func `a variable that is set and empty is told as empty`() async throws {
    let key = try await authrun(
      "vault",
      "init",
      "--key",
      "environment",
      "--json",
      variables: ["AUTHRUN_VAULT_KEY": ""]
    )
    #expect(try BuiltProgram.error(key).message.hasSuffix("AUTHRUN_VAULT_KEY is empty"))
    let words = ["vault", "init", "--key", "passphrase", "--json"]
    for (more, variables, said) in [
      (["--passphrase-env", "MINE"], ["MINE": ""], "MINE is empty"),
      (["--passphrase-env", "MINE"], [:], "MINE is not set"),
      ([], ["AUTHRUN_VAULT_PASSPHRASE": ""], "(AUTHRUN_VAULT_PASSPHRASE is empty)"),
    ] {
      let result = try await Command(
        PackageLayout.product("authrun-core"),
        words + more,
        environment: home.environment.merging(variables) { $1 }
      ).run()
      #expect(try BuiltProgram.error(result).message.contains(said), "\(result)")
    }
  }

  @Test
  func `an export goes to standard output and comes from standard input`() async throws {
    try await put("spotify", "tok")
    let pass = try home.write("correct horse\n", to: "pass")
    let export = try await authrun("vault", "export", "-", "--passphrase-file", pass)
    #expect(export.status == 0, "\(export)")
    #expect(export.output.hasPrefix(#"{"authrun_export":1"#) && export.output.hasSuffix("}\n"))
    #expect(export.errors == "Wrote 1 credential.\n")
    #expect(!home.files().keys.contains { $0.hasSuffix("/-") || $0 == "-" })
    let other = try TemporaryHome()
    var command = Command(
      try PackageLayout.product("authrun-core"),
      ["vault", "import", "-", "--passphrase-file", pass, "--json"],
      environment: other.environment
    )
    command.input = .text(export.output)
    let imported = try await command.run()
    #expect(imported.status == 0, "\(imported)")
    #expect(try object(imported)["added"] as? [String] == ["spotify/default"])
    command.input = .text("nonsense")
    let refused = try await command.run()
    #expect(try BuiltProgram.error(refused).message.hasPrefix("standard input is not an export"))
    for words in [["--json"], ["--force"]] {
      let result = try await Command(
        PackageLayout.product("authrun-core"),
        ["vault", "export", "-", "--passphrase-file", pass] + words,
        environment: home.environment
      ).run()
      #expect(result.status == 64, "\(result)")
    }
    // A terminal of its own (script, of util-linux) is no place for it.
    let shown = try await Command(
      "/usr/bin/script",
      [
        "-qec",
        "'\(try PackageLayout.product("authrun-core"))' vault export - --passphrase-file '\(pass)'",
        "/dev/null",
      ],
      environment: home.environment
    ).run()
    #expect(shown.status == 64 && shown.output.contains("on the terminal"), "\(shown)")
    #expect(!shown.output.contains("authrun_export"))
  }

  @Test
  func `a passphrase comes from a file or a variable, never from the command line`() async throws {
    let file = try home.write("correct horse\n", to: "pass")
    #expect(
      try await authrun("vault", "init", "--key", "passphrase", "--passphrase-file", file).status
        == 0
    )
    #expect(
      try await authrun("accounts", variables: ["AUTHRUN_VAULT_PASSPHRASE_FILE": file]).status == 0
    )
    let open = ["AUTHRUN_VAULT_PASSPHRASE": "correct horse", "NEXT": "battery staple"]
    let rekeyed = try await authrun("vault", "rekey", "--passphrase-env", "NEXT", variables: open)
    #expect(rekeyed.status == 0, "\(rekeyed)")
    #expect(try await authrun("accounts", variables: open).status == 73)
    #expect(
      try await authrun("accounts", variables: ["AUTHRUN_VAULT_PASSPHRASE": "battery staple"])
        .status == 0
    )
    let loose = try home.write("x", to: "loose", mode: 0o644)
    let refused = try await authrun("vault", "rekey", "--passphrase-file", loose, variables: open)
    #expect(refused.status == 73)
    #expect(refused.errors.contains("chmod 600"))
  }

  @Test
  func `an export needs nothing but its passphrase, and replaces no file`() async throws {
    try await put("spotify", "tok-1")
    try await put("acme", "tok-2")
    let pass = try home.write("correct horse", to: "pass")
    let file = home.file("export")
    let made = try await authrun("vault", "export", file, "--passphrase-file", pass, "--json")
    #expect(try object(made)["records"] as? Int == 2, "\(made)")
    #expect(
      try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600
    )
    let bytes = try #require(home.files()["export"])
    for secret in ["tok-1", "tok-2", "spotify", "acme", "refresh-"] {
      #expect(bytes.firstRange(of: Array(secret.utf8)) == nil)
    }
    let again = try await authrun("vault", "export", file, "--passphrase-file", pass)
    #expect(again.status == 73)
    #expect(again.errors.contains("--force"))
    #expect(home.files()["export"] == bytes)
    #expect(
      try await authrun("vault", "export", file, "--force", "--passphrase-file", pass).status == 0
    )

    let other = try VaultCommandTests()
    let wrong = try other.home.write("wrong", to: "wrong")
    let refused = try await other.authrun("vault", "import", file, "--passphrase-file", wrong)
    #expect(refused.status == 73, "\(refused)")
    try await other.put("spotify", "tok-mine")
    let taken = try await other.authrun(
      "vault",
      "import",
      file,
      "--passphrase-file",
      pass,
      "--json"
    )
    let outcome = try object(taken)
    #expect(outcome["added"] as? [String] == ["acme/default"], "\(taken)")
    #expect(outcome["kept"] as? [String] == ["spotify/default"])
    #expect(try await other.authrun("token", "spotify").output == "tok-mine\n")
    #expect(try await other.authrun("token", "acme").output == "tok-2\n")
    let replaced = try await other.authrun(
      "vault",
      "import",
      file,
      "--replace",
      "--passphrase-file",
      pass
    )
    #expect(replaced.output.contains("spotify/default: replaced"), "\(replaced)")
    #expect(try await other.authrun("token", "spotify").output == "tok-1\n")
  }

  @Test(arguments: ["", "{}", "not json", #"{"authrun_export":2,"algorithm":"x"}"#])
  func `what is no export is refused and changes nothing`(content: String) async throws {
    try await put("spotify", "tok-1")
    let file = try home.write(content, to: "export")
    let pass = try home.write("correct horse", to: "pass")
    let result = try await authrun("vault", "import", file, "--passphrase-file", pass)
    #expect(result.status == 73, "\(result)")
    #expect(try await authrun("token", "spotify").output == "tok-1\n")
  }

  @Test(arguments: [
    ("90", 90), ("90s", 90), ("15m", 900), ("8h", 28_800), ("2d", 172_800), ("30d", 2_592_000),
    ("0", nil), ("31d", nil), ("", nil), ("m", nil), ("1.5h", nil), ("-1", nil), ("1w", nil),
    ("99999999", nil),
  ])
  func `times are written as help says`(text: String, seconds: Int?) {
    #expect(VaultUnlockCommand.seconds(text) == seconds)
  }
}
