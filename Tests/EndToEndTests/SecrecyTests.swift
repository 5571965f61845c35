import Foundation
import TestSupport
import Testing

/// Nothing secret shows in traces, errors, process arguments, or the vault's files.
@Suite(.endToEnd)
struct SecrecyTests {
  /// Every secret that crossed the wire, and those that were given.
  private func secrets(of rig: Rig) async throws -> Set<String> {
    var found: Set = [Rig.consumerSecret, Rig.clientSecret, Rig.appKey]
    for request in try await rig.requests() {
      for name in ["code", "code_verifier", "refresh_token"] {
        if let value = parameter(name, of: "https://x/?" + request.body) { found.insert(value) }
      }
      let header = request.headers["authorization"] ?? ""
      if header.hasPrefix("Bearer ") || header.hasPrefix("Basic ") {
        found.insert(String(header.drop { $0 != " " }.dropFirst()))
      }
      for part in header.components(separatedBy: ", ") {
        let pair = part.replacingOccurrences(of: "OAuth ", with: "").split(
          separator: "=",
          maxSplits: 1
        )
        guard pair.count == 2, ["oauth_verifier", "oauth_signature"].contains(pair[0]) else {
          continue
        }
        let value = String(pair[1]).trimmingCharacters(in: ["\""])
        found.insert(value.removingPercentEncoding ?? value)
      }
    }
    for account in ["twitter", "spotify", "acme"] {
      let result = try await rig.authrun("token", account, "--json")
      guard result.status == 0, let printed = try? Printed(result) else { continue }
      for name in ["access_token", "token_secret"] {
        if let value = printed.text(name) { found.insert(value) }
      }
    }
    return found.filter { $0.count > 5 }
  }

  private func expectNone(
    of secrets: Set<String>,
    in text: String,
    _ place: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let encoded = secrets.compactMap {
      $0.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
    }
    for secret in secrets.union(encoded) {
      #expect(!text.contains(secret), "\(secret) in \(place)", sourceLocation: sourceLocation)
    }
  }

  @Test
  func `the trace shows each step and no secret`() async throws {
    let rig = try await Rig()
    var said = ""
    for provider in ["twitter", "spotify", "acme"] {
      let result = try await rig.logIn(provider, "--trace")
      said += result.errors
    }
    let call = try await rig.authrun(
      "request",
      "twitter",
      "https://api.twitter.com/1.1/account/verify_credentials.json",
      "--trace"
    )
    said += call.errors
    #expect(said.contains("POST&https%3A%2F%2Fapi.twitter.com%2Foauth%2Frequest_token&"))
    #expect(said.contains("/client/auth/init"))
    #expect(said.contains("/api/token"))
    let secrets = try await secrets(of: rig)
    #expect(secrets.count >= 10)
    expectNone(of: secrets, in: said, "the trace")
  }

  @Test
  func `a trace file is readable by its owner alone`() async throws {
    let rig = try await Rig()
    let file = rig.home.file("trace.txt")
    let result = try await rig.logIn("acme", "--trace=\(file)")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains("/client/auth/init"))
    #expect(!result.errors.contains("/client/auth/init"))
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    expectNone(of: try await secrets(of: rig), in: text, "the trace file")
  }

  @Test
  func `errors hold no secret, even those a server echoes`() async throws {
    let rig = try await Rig()
    var said = ""
    var echo = Fault(.reply, at: "/client/auth/init")
    echo.status = 400
    echo.body = #"{"error":{"code":"E1","desc":["bad key test-app-key"]}}"#
    try await rig.inject(echo)
    let acme = try await rig.authrun("login", "acme", "--trace")
    #expect(acme.status == 77, "\(acme)")
    said += acme.errors + acme.output

    var refused = Fault(.reply, at: "/api/token")
    refused.status = 400
    refused.body =
      #"{"error":"invalid_client","error_description":"secret test-client-secret is wrong"}"#
    try await rig.inject(refused)
    let spotify = try await rig.beginLogin("spotify", ["--trace"]).allow()
    #expect(spotify.status == 77, "\(spotify)")
    said += spotify.errors + spotify.output
    expectNone(of: try await secrets(of: rig), in: said, "the errors")
  }

  @Test
  func `the vault's files hold nothing in clear and are private`() async throws {
    let rig = try await Rig()
    for provider in ["twitter", "spotify", "acme"] {
      try await rig.logIn(provider)
    }
    let secrets = try await secrets(of: rig)
    let files = rig.home.files()
    #expect(files.keys.contains { $0.hasSuffix("vault.db") }, "\(files.keys)")
    for (name, bytes) in files {
      let text = String(decoding: bytes, as: UTF8.self)
      expectNone(of: secrets, in: text, name)
    }
    for name in files.keys where name.contains("authrun/") {
      let attributes = try FileManager.default.attributesOfItem(atPath: rig.home.file(name))
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
      let directory = (rig.home.file(name) as NSString).deletingLastPathComponent
      let outer = try FileManager.default.attributesOfItem(atPath: directory)
      #expect(outer[.posixPermissions] as? Int == 0o700, "\(directory)")
    }
  }

  @Test
  func `process arguments hold nothing secret at any time of a login`() async throws {
    let rig = try await Rig()
    let browser = try rig.browser(
      "tr '\\0' ' ' </proc/$$/cmdline >\"$HOME/arguments\"; env >\"$HOME/environment\""
    )
    var command = try rig.command(["login", "spotify", "--json", "--browser", browser])
    command.deadline = 60
    let running = try command.start()
    let line = try await running.errorLine(containing: "https://accounts.spotify.com/authorize")
    let url = String(line.drop { $0 != "h" }.prefix { !$0.isWhitespace })
    try await rig.inject(Fault(.hang, at: "/api/token"))
    let callback = try #require(try await rig.visit(url, deliver: false).callback)
    async let page = try? rig.fetch(callback)
    try await rig.awaitRequest("/api/token")
    var said = try arguments(ofGroup: running.pid)
    said += try await Eventually.value {
      try? String(contentsOfFile: rig.home.file("arguments"), encoding: .utf8)
    }
    running.signalGroup(SIGINT)
    _ = try await running.result()
    _ = await page
    var secrets = try await secrets(of: rig)
    secrets.formUnion([Rig.clientSecret])
    expectNone(of: secrets, in: said, "the process arguments")
  }

  @Test
  func `the browser is given no secret of ours in its environment`() async throws {
    let rig = try await Rig()
    let browser = try rig.browser("env >\"$HOME/environment\"")
    var command = try rig.command(["login", "spotify", "--browser", browser, "--timeout", "20"])
    command.deadline = 60
    let running = try command.start()
    let given = try await Eventually.value {
      try? String(contentsOfFile: rig.home.file("environment"), encoding: .utf8)
    }
    running.signalGroup(SIGINT)
    _ = try await running.result()
    #expect(!given.contains(Rig.clientSecret))
    #expect(!given.contains(Rig.consumerSecret))
  }

  /// The command lines of all processes of a process group, at this moment.
  private func arguments(ofGroup group: pid_t) throws -> String {
    var text = ""
    for name in try FileManager.default.contentsOfDirectory(atPath: "/proc") {
      guard let pid = pid_t(name), getpgid(pid) == group,
        let line = FileManager.default.contents(atPath: "/proc/\(pid)/cmdline")
      else { continue }
      text += String(decoding: line, as: UTF8.self) + "\n"
    }
    #expect(!text.isEmpty)
    return text
  }
}
