import Foundation
import TestSupport
import Testing

/// A stored token is used, refreshed, or told to be needed; never does a background call open a browser.
@Suite(.endToEnd)
struct TokenUseTests {
  /// Variables with a browser that leaves a mark, and how to look for the mark.
  private func trap(_ rig: Rig) throws -> (variables: [String: String], opened: () -> Bool) {
    let mark = rig.home.file("opened")
    let browser = try rig.browser("touch '\(mark)'")
    return (["BROWSER": browser], { FileManager.default.fileExists(atPath: mark) })
  }

  private func refreshes(_ rig: Rig) async throws -> Int {
    try await rig.requests("/api/token").count { $0.body.contains("grant_type=refresh_token") }
  }

  @Test(arguments: ["twitter", "spotify", "acme", "spotify/other"])
  func `without a login: exit 78 and no browser`(account: String) async throws {
    let rig = try await Rig()
    let (variables, opened) = try trap(rig)
    for arguments in [["token", account], ["request", account, "/me"], ["refresh", account]] {
      let result = try await rig.command(arguments + ["--json"], variables: variables).run()
      #expect(
        result.status == 78 || (arguments[0] == "refresh" && result.status == 67),
        "\(result)"
      )
    }
    let result = try await rig.command(["token", account, "--json"]).run()
    let error = try Printed(result).object("error")
    #expect(error.text("code") == "login_needed")
    #expect(error.text("hint")?.contains("authrun") == true)
    #expect(!opened())
    #expect(try await rig.requests().isEmpty)
  }

  @Test
  func `a valid token is printed in each form, without a request`() async throws {
    let rig = try await Rig()
    try await rig.logIn("spotify")
    try await rig.clear()
    let plain = try await rig.token("spotify")
    let printed = try Printed(try await rig.authrun("token", "spotify", "--json"))
    #expect(printed.text("access_token") == plain)
    #expect(printed.text("token_type")?.lowercased() == "bearer")
    #expect(printed.text("expires_at")?.hasSuffix("Z") == true)
    #expect(printed.texts("scopes")?.isEmpty == false)
    let header = try await rig.authrun("token", "spotify", "--header")
    #expect(header.output == "Authorization: Bearer \(plain)\n", "\(header)")
    let variable = try await rig.authrun("token", "spotify", "--env")
    #expect(variable.output.contains("AUTHRUN_SPOTIFY_TOKEN="))
    #expect(variable.output.contains(plain))
    #expect(try await rig.requests().isEmpty)
  }

  @Test
  func `an OAuth 1 token is printed with its secret in JSON alone`() async throws {
    let rig = try await Rig()
    try await rig.logIn("twitter")
    let plain = try await rig.token("twitter")
    #expect(plain.hasPrefix("1234567890123456789-"))
    #expect(!plain.contains("\n"))
    let printed = try Printed(try await rig.authrun("token", "twitter", "--json"))
    #expect(printed.text("token_secret")?.isEmpty == false)
    #expect(printed.isNull("expires_at"))
  }

  @Test
  func `an expired token is refreshed, and the old refresh token kept when none comes`()
    async throws
  {
    var settings = RigSettings()
    settings.spotify.expiresIn = 1
    let rig = try await Rig(settings)
    let (variables, opened) = try trap(rig)
    try await rig.logIn("spotify")
    var seen: Set<String> = []
    for _ in 0..<3 {
      let result = try await rig.authrun("token", "spotify", variables: variables)
      #expect(result.status == 0, "\(result)")
      seen.insert(result.output)
    }
    #expect(try await refreshes(rig) == 3)
    #expect(seen.count == 3)
    #expect(!opened())
  }

  @Test
  func `a token that lives too short even when it is new is refused, with its life`() async throws {
    let rig = try await Rig()
    try await rig.logIn("spotify")
    for arguments in [
      ["token", "spotify"], ["exec", "spotify"], ["helper", "netrc", "spotify"],
      ["helper", "kubectl", "spotify"],
    ] {
      let words =
        arguments + ["--min-ttl", "7200"] + (arguments[0] == "exec" ? ["--", "env"] : [])
      let result = try await rig.command(words).run()
      #expect(result.status == 69 && result.output.isEmpty, "\(result)")
      #expect(result.errors.contains(/lives for 3[56]\d\d s, less than the 7200 s/), "\(result)")
    }
    let json = try await rig.authrun("token", "spotify", "--min-ttl", "7200", "--json")
    #expect(try Printed(json).object("error").text("code") == "life_too_short")
    #expect(try await rig.authrun("token", "spotify", "--min-ttl", "600").status == 0)
  }

  @Test(arguments: [false, true])
  func `a token for fewer scopes is asked for, and only its refresh token is kept`(
    rotates: Bool
  ) async throws {
    var settings = RigSettings()
    settings.spotify.rotates = rotates
    let rig = try await Rig(settings)
    try await rig.logIn(
      "spotify",
      "--scope",
      "user-read-email",
      "--scope",
      "playlist-read-private"
    )
    let wide = try await rig.token("spotify")
    let words = ["token", "spotify", "--json", "--scope", "user-read-email"]
    let narrow = try Printed(try await rig.command(words).run())
    #expect(narrow.texts("scopes") == ["user-read-email"])
    #expect(narrow.text("access_token") != wide)
    #expect(try await rig.token("spotify") == wide)
    let again = try Printed(try await rig.command(words).run())
    #expect(again.text("access_token") != narrow.text("access_token"))
    #expect(try await refreshes(rig) == 2)
    let full = try await rig.authrun("token", "spotify", "--force-refresh", "--json")
    #expect(try Printed(full).texts("scopes")?.count == 2, "\(full)")
    let more = try await rig.authrun("token", "spotify", "--scope", "user-read-private")
    #expect(more.status == 78, "\(more)")
    #expect(more.errors.contains("--scope user-read-private"), "\(more)")
    #expect(try await refreshes(rig) == 3)
  }

  @Test
  func `a rotated refresh token replaces the old one`() async throws {
    var settings = RigSettings()
    settings.spotify.rotates = true
    let rig = try await Rig(settings)
    try await rig.logIn("spotify")
    var seen: Set = [try await rig.token("spotify")]
    for _ in 0..<3 {
      let result = try await rig.authrun("token", "spotify", "--force-refresh")
      #expect(result.status == 0, "\(result)")
      seen.insert(result.output.trimmingCharacters(in: .newlines))
    }
    #expect(seen.count == 4)
    let me = try await rig.authrun("request", "spotify", "/me")
    #expect(me.status == 0, "\(me)")
  }

  @Test
  func `a refresh that the server refuses needs a login, and says why`() async throws {
    let rig = try await Rig()
    let (variables, opened) = try trap(rig)
    try await rig.logIn("spotify")
    try await rig.revoke()
    let result = try await rig.authrun(
      "token",
      "spotify",
      "--force-refresh",
      "--json",
      variables: variables
    )
    #expect(result.status == 78, "\(result)")
    #expect(result.said.contains("invalid_grant"), "\(result)")
    #expect(!opened())
    let accounts = try await rig.authrun("accounts")
    #expect(accounts.output.contains("spotify"), "the record stays: \(accounts)")
  }

  @Test
  func `a refresh that fails for now changes nothing`() async throws {
    let rig = try await Rig()
    try await rig.logIn("spotify")
    let old = try await rig.token("spotify")
    for action in [Fault.Action.close, .reply] {
      var fault = Fault(action, at: "/api/token")
      fault.status = 503
      fault.times = -1
      try await rig.inject(fault)
      let result = try await rig.authrun("token", "spotify", "--force-refresh")
      #expect(result.status == 69, "\(result)")
      try await rig.clear()
    }
    #expect(try await rig.token("spotify") == old)
    let result = try await rig.authrun("token", "spotify", "--force-refresh")
    #expect(result.status == 0, "\(result)")
  }

  @Test
  func `a token that still lives serves while its early refresh fails`() async throws {
    var settings = RigSettings()
    settings.spotify.expiresIn = 25
    let rig = try await Rig(settings)
    try await rig.logIn("spotify")
    var fault = Fault(.reply, at: "/api/token")
    fault.status = 503
    fault.times = -1
    try await rig.inject(fault)
    let result = try await rig.authrun("token", "spotify")
    #expect(result.status == 0, "\(result)")
    let demanded = try await rig.authrun("token", "spotify", "--min-ttl", "60")
    #expect(demanded.status == 69, "\(demanded)")
  }

  @Test
  func `an expired token without a refresh token needs a login`() async throws {
    var settings = RigSettings()
    settings.spotify.refreshTokens = false
    let rig = try await Rig(settings)
    let (variables, opened) = try trap(rig)
    try await rig.logIn("spotify")
    let result = try await rig.authrun(
      "token",
      "spotify",
      "--force-refresh",
      "--json",
      variables: variables
    )
    #expect(result.status == 78, "\(result)")
    #expect(!opened())
  }

  @Test
  func `a 401 for a token that should be good is answered by one refresh`() async throws {
    let rig = try await Rig()
    try await rig.logIn("spotify")
    let stale = try await rig.token("spotify")
    var fault = Fault(.reply, at: "/v1/me")
    fault.status = 401
    fault.body = #"{"error":{"status":401,"message":"The access token expired"}}"#
    try await rig.inject(fault)
    let me = try await rig.authrun("request", "spotify", "/me")
    #expect(me.status == 0, "\(me)")
    #expect(try Printed(me).text("id") == "smedjan")
    #expect(try await rig.token("spotify") != stale)
    #expect(try await refreshes(rig) == 1)
  }

  @Test
  func `many callers of one expired token make one refresh`() async throws {
    var settings = RigSettings()
    settings.spotify.rotates = true
    let rig = try await Rig(settings)
    var short = Fault(.change, at: "/api/token")
    short.set = ["expires_in": 1]
    try await rig.inject(short)
    try await rig.logIn("spotify")
    var slow = Fault(.delay, at: "/api/token")
    slow.seconds = 0.5
    try await rig.inject(slow)
    let results = try await withThrowingTaskGroup(of: CommandResult.self) { group in
      for _ in 0..<8 {
        group.addTask { try await rig.authrun("token", "spotify", "--min-ttl", "30") }
      }
      return try await group.reduce(into: [CommandResult]()) { $0.append($1) }
    }
    #expect(results.allSatisfy { $0.status == 0 }, "\(results)")
    #expect(Set(results.map(\.output)).count == 1)
    #expect(try await refreshes(rig) == 1)
  }

  @Test
  func `a request goes to the declared hosts only`() async throws {
    let rig = try await Rig()
    try await rig.logIn("spotify")
    let result = try await rig.authrun(
      "request",
      "spotify",
      "https://api.acme.example/steal",
      "--json"
    )
    #expect(result.status == 77, "\(result)")
    #expect(try Printed(result).object("error").text("code") == "host_not_allowed")
    #expect(try await rig.requests("/steal").isEmpty)
  }

  @Test
  func `accounts are kept apart by name, and forgotten one by one`() async throws {
    let rig = try await Rig()
    try await rig.logIn("acme")
    try await rig.logIn("acme", "--as", "work")
    #expect(try await rig.token("acme") != (try await rig.token("acme/work")))
    let both = try await rig.authrun("accounts")
    #expect(both.output.contains("work") && both.output.contains("default"), "\(both)")
    let out = try await rig.authrun("logout", "acme", "--local")
    #expect(out.status == 0, "\(out)")
    #expect(try await rig.authrun("token", "acme").status == 78)
    #expect(try await rig.authrun("token", "acme/work").status == 0)
    #expect(try await rig.authrun("logout", "acme", "--local").status == 67)
  }
}
