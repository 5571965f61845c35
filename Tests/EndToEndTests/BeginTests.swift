import Foundation
import TestSupport
import Testing

/// A login in two halves: begun by one process, finished by another.
@Suite(.endToEnd)
struct BeginTests {
  private struct Begun {
    let id: String
    let url: String
    let capture: String?
  }

  private func begin(
    _ rig: Rig,
    _ arguments: String...,
    variables: [String: String] = [:]
  ) async throws -> Begun {
    let result = try await rig.command(["begin"] + arguments, variables: variables).run()
    try #require(result.status == 0, "\(result)")
    let printed = try Printed(result)
    #expect(printed.text("expires_at")?.hasSuffix("Z") == true)
    // It is typed as a word, so that it must not look like an option.
    #expect(printed.text("login")?.allSatisfy { $0.isHexDigit } == true)
    return Begun(
      id: try #require(printed.text("login")),
      url: try #require(printed.text("authorize_url")),
      capture: printed.text("capture")
    )
  }

  private func callback(
    _ rig: Rig,
    _ url: String,
    decision: String = "allow"
  ) async throws
    -> String
  {
    let visit = try await rig.visit(url, decision: decision, deliver: false)
    return try #require(visit.callback, "no callback: \(visit.page)")
  }

  @Test
  func `an OAuth 2 login is finished with the address at which the browser ended`() async throws {
    let rig = try await Rig()
    let begun = try await begin(rig, "spotify", "--as", "work")
    #expect(begun.capture == "paste")
    #expect(try await rig.authrun("accounts", "--json").output.contains("\"accounts\":[]"))
    let answer = try await callback(rig, begun.url)
    let done = try await rig.authrun("finish", begun.id, answer, "--json")
    #expect(done.status == 0, "\(done)")
    #expect(try Printed(done).text("account") == "work")
    #expect(try Printed(done).object("identity").text("id") == "smedjan")
    #expect(try await rig.authrun("request", "spotify/work", "/me").status == 0)
    // PKCE and state are those of the first half: the server checks them.
    let again = try await rig.authrun("finish", begun.id, answer)
    #expect(again.status == 65, "\(again)")
  }

  @Test
  func `an OAuth 1 login is finished with the PIN, its token secret kept meanwhile`() async throws {
    let rig = try await Rig()
    let begun = try await begin(rig, "twitter")
    #expect(begun.capture == "pin")
    let visit = try await rig.visit(begun.url)
    let pin = try #require(visit.pin)
    var command = try rig.command(["finish", begun.id, "--json"])
    command.input = .text(pin + "\n")
    let done = try await command.run()
    #expect(done.status == 0, "\(done)")
    #expect(try await rig.requests("/oauth/request_token").count == 1)
    #expect(
      try await rig.authrun("request", "twitter", "/account/verify_credentials.json").status == 0
    )
  }

  @Test
  func `options are kept for the second half, and nothing is in clear`() async throws {
    let rig = try await Rig()
    let keys = ["AUTHRUN_SPOTIFY_CLIENT_ID": "", "AUTHRUN_SPOTIFY_CLIENT_SECRET": ""]
    let secret = try rig.home.write(Rig.clientSecret + "\n", to: "secret")
    let begun = try await begin(
      rig,
      "spotify",
      "--option",
      "client_id=\(Rig.clientID)",
      "--option",
      "client_secret=file:\(secret)",
      variables: keys
    )
    let state = try #require(parameter("state", of: begun.url))
    for (name, bytes) in rig.home.files() where name.hasPrefix("data/") {
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(!text.contains(Rig.clientSecret) && !text.contains(state), "\(name)")
    }
    try FileManager.default.removeItem(atPath: secret)
    let answer = try await callback(rig, begun.url)
    let done = try await rig.command(["finish", begun.id, answer], variables: keys).run()
    #expect(done.status == 0, "\(done)")
  }

  @Test
  func `an answer of another login is refused, and the right one still taken`() async throws {
    let rig = try await Rig()
    let begun = try await begin(rig, "spotify")
    let answer = try await callback(rig, begun.url)
    for forged in [
      replacing("state", of: answer, with: "forged"), replacing("state", of: answer, with: nil),
      "http://127.0.0.1:8910/callback", "code",
    ] {
      let result = try await rig.authrun("finish", begun.id, forged, "--json")
      #expect(result.status == 76, "\(result)")
      #expect(try Printed(result).object("error").text("code") == "state_mismatch")
    }
    #expect(try await rig.requests("/api/token").isEmpty)
    #expect(try await rig.authrun("finish", begun.id, answer).status == 0)
  }

  @Test
  func `two finishes at once send one exchange`() async throws {
    let rig = try await Rig()
    let begun = try await begin(rig, "spotify")
    let answer = try await callback(rig, begun.url)
    let results = try await withThrowingTaskGroup(of: CommandResult.self) { group in
      for _ in 0..<4 { group.addTask { try await rig.authrun("finish", begun.id, answer) } }
      return try await group.reduce(into: [CommandResult]()) { $0.append($1) }
    }
    #expect(results.count { $0.status == 0 } == 1, "\(results)")
    #expect(try await rig.requests("/api/token").count == 1)
  }

  @Test
  func `a refusal ends the login`() async throws {
    let rig = try await Rig()
    let begun = try await begin(rig, "spotify")
    let answer = try await callback(rig, begun.url, decision: "deny")
    let result = try await rig.authrun("finish", begun.id, answer)
    #expect(result.status == 77, "\(result)")
    #expect(try await rig.authrun("finish", begun.id, answer).status == 65)
  }

  @Test
  func `a login that is over is over`() async throws {
    let rig = try await Rig()
    let begun = try await begin(rig, "spotify", "--timeout", "1")
    let answer = try await callback(rig, begun.url)
    let result = try await Eventually.value {
      try await rig.authrun("finish", begun.id, "no answer").status == 69 ? true : nil
    }
    #expect(result)
    #expect(try await rig.authrun("finish", begun.id, answer).status == 65)
    #expect(try await rig.authrun("finish", "unknown", answer).status == 65)
  }

  @Test
  func `who an account is can be asked again`() async throws {
    let rig = try await Rig()
    try await rig.logIn("spotify")
    let result = try await rig.authrun("whoami", "spotify")
    #expect(result.output.contains("id: smedjan"), "\(result)")
    let object = try Printed(try await rig.authrun("whoami", "spotify", "--json"))
    #expect(object.object("identity").text("id") == "smedjan")
    #expect(try await rig.authrun("whoami", "spotify/none").status == 78)
  }
}
