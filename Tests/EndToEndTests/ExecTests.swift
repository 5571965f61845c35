import Foundation
import TestSupport
import Testing

/// `exec` becomes another command that has the tokens in its environment.
@Suite(.endToEnd)
struct ExecTests {
  @Test
  func `the command has each account's token, and its end`() async throws {
    let rig = try await Rig()
    try await rig.logIn("spotify")
    try await rig.logIn("twitter")
    try await rig.logIn("acme", "--as", "me@Work-1")
    let result = try await rig.authrun(
      "exec",
      "spotify",
      "twitter",
      "acme/me@Work-1",
      "--",
      "/usr/bin/env"
    )
    #expect(result.status == 0, "\(result)")
    let lines = result.output.split(separator: "\n").map(String.init)
    let token = try await rig.token("spotify")
    #expect(lines.contains("AUTHRUN_SPOTIFY_TOKEN=\(token)"))
    #expect(lines.contains("AUTHRUN_SPOTIFY_TOKEN_TYPE=Bearer"))
    let end = try Printed(try await rig.authrun("token", "spotify", "--json")).text("expires_at")
    #expect(lines.contains("AUTHRUN_SPOTIFY_EXPIRES_AT=\(end ?? "")"))
    let secret = try Printed(try await rig.authrun("token", "twitter", "--json")).text(
      "token_secret"
    )
    #expect(lines.contains("AUTHRUN_TWITTER_TOKEN_SECRET=\(secret ?? "")"))
    #expect(!lines.contains { $0.hasPrefix("AUTHRUN_TWITTER_EXPIRES_AT") })
    let work = try await rig.token("acme/me@Work-1")
    #expect(lines.contains("AUTHRUN_ACME_AS_ME_x40_x57ORK__1_TOKEN=\(work)"))
    #expect(lines.contains { $0.hasPrefix("AUTHRUN_EXPIRES_AT=20") })
  }

  @Test
  func `our own secrets stay out of it unless they are asked for`() async throws {
    let rig = try await Rig()
    try await rig.logIn("spotify")
    let variables = [
      "AUTHRUN_VAULT_KEY": "secret-key", "OTHER": "kept", "AUTHRUN_SPOTIFY_TOKEN": "old",
      "AUTHRUN_VAULT": rig.home.file("data/authrun/vault.db"),
    ]
    let result = try await rig.authrun(
      "exec",
      "spotify",
      "--",
      "/usr/bin/env",
      variables: variables
    )
    #expect(result.output.contains("OTHER=kept\n"))
    #expect(result.output.contains("AUTHRUN_PROVIDERS="))
    #expect(result.output.contains("AUTHRUN_VAULT=/"))
    for secret in ["secret-key", Rig.clientSecret, Rig.appKey, "AUTHRUN_SPOTIFY_TOKEN=old"] {
      #expect(!result.output.contains(secret), "\(secret)")
    }
    let asked = try await rig.authrun(
      "exec",
      "spotify",
      "--keep-environment",
      "--",
      "/usr/bin/env",
      variables: variables
    )
    #expect(asked.output.contains("AUTHRUN_VAULT_KEY=secret-key\n"), "\(asked)")
  }

  @Test
  func `the command takes the place: number, status, signals, streams and arguments are its own`()
    async throws
  {
    let rig = try await Rig()
    try await rig.logIn("acme")
    func exec(_ words: String...) throws -> Command {
      try rig.command(["exec", "acme", "--"] + words)
    }
    #expect(try await exec("/bin/sh", "-c", "exit 37").run().status == 37)
    let killed = try await exec("/bin/sh", "-c", "kill -TERM $$").run()
    #expect(killed.ending == .signalled(SIGTERM))
    var waiting = try exec("/bin/sh", "-c", "echo $$; read line")
    waiting.input = .interactive
    let running = try waiting.start()
    let number = try await running.outputLine(containing: "\(running.pid)")
    #expect(number == "\(running.pid)")
    running.signal(SIGTERM)
    #expect(try await running.result().ending == .signalled(SIGTERM))
    var cat = try exec("cat")
    cat.input = .text("all of it")
    #expect(try await cat.run().output == "all of it")
    let words = try await exec("printf", "[%s]", "--json", "", "a b", "--", "-x").run()
    #expect(words.output == "[--json][][a b][--][-x]")
    // A pipe whose reader goes away ends an ordinary program.
    let pipe = try await Command(
      "/bin/bash",
      [
        "-c",
        "'\(try PackageLayout.product("authrun"))' exec acme -- yes | head -n 1; echo ${PIPESTATUS[0]}",
      ],
      environment: try exec("x").environment
    ).run()
    #expect(pipe.output == "y\n141\n", "\(pipe)")
    let files = try await exec("/bin/sh", "-c", "ls /proc/self/fd | wc -l").run()
    #expect(
      files.output.trimmingCharacters(in: .whitespacesAndNewlines) == "4",
      "0 to 2, and that of ls: \(files)"
    )
  }

  @Test
  func `arguments that are no text arrive as they are`() async throws {
    let rig = try await Rig()
    try await rig.logIn("acme")
    let front = try PackageLayout.product("authrun")
    let result = try await Command(
      "/bin/bash",
      ["-c", "'\(front)' exec acme -- printf '%s' $'a\\xffb' | od -An -tx1"],
      environment: try rig.command([]).environment
    ).run()
    #expect(result.output.contains("61 ff 62"), "\(result)")
  }

  @Test
  func `no such command is 127, one that cannot be run is 126, each with its reason`() async throws
  {
    let rig = try await Rig()
    try await rig.logIn("acme")
    let absent = try await rig.authrun("exec", "acme", "--", "no-such-command")
    #expect(absent.status == 127 && absent.errors.contains("no-such-command"), "\(absent)")
    let file = try rig.home.write("x", to: "plain")
    let plain = try await rig.authrun("exec", "acme", "--", file)
    #expect(plain.status == 126 && plain.errors.contains("Permission denied"), "\(plain)")
    let usage = try await rig.authrun("exec", "acme", "env")
    #expect(usage.status == 64 && usage.errors.contains("--"), "\(usage)")
  }

  @Test
  func `a life shorter than --min-ttl is refused with its reason, after a refresh`() async throws {
    let rig = try await Rig()
    try await rig.logIn("spotify")
    let mark = rig.home.file("ran")
    let short = try await rig.authrun("exec", "spotify", "--min-ttl", "7200", "--", "touch", mark)
    #expect(short.status == 69 && short.errors.contains("7200 s"), "\(short)")
    let enough = try await rig.authrun("exec", "spotify", "--min-ttl", "600", "--", "true")
    #expect(enough.status == 0, "\(enough)")
    var settings = RigSettings()
    settings.spotify.refreshTokens = false
    let fixed = try await Rig(settings)
    try await fixed.logIn("spotify")
    let dead = try await fixed.authrun("exec", "spotify", "--min-ttl", "7200", "--", "touch", mark)
    #expect(dead.status == 78, "\(dead)")
    let missing = try await rig.authrun("exec", "spotify", "acme", "--", "touch", mark)
    #expect(missing.status == 78 && missing.errors.contains("acme/default"), "\(missing)")
    #expect(!FileManager.default.fileExists(atPath: mark))
  }
}
