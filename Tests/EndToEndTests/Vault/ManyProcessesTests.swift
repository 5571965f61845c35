import Foundation
import TestSupport
import Testing

/// Many processes that want one expired token at once, from a provider that rotates refresh tokens and takes a
/// reused one for a theft (RFC 9700 §4.14.2).
@Suite(.endToEnd)
struct ManyProcessesTests {
  @Test
  func `of two hundred processes one refreshes and all get the new token`() async throws {
    let rig = try await Rig(.rotating)
    try await rig.logInExpired("spotify")
    try await rig.clear()
    let results = try await withThrowingTaskGroup(of: CommandResult.self) { group in
      for _ in 0..<200 {
        var command = try rig.command(["token", "spotify"])
        command.deadline = 300
        group.addTask { [command] in try await command.run() }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    try await rig.expectOneRefresh(results)
  }

  @Test
  func `of forty processes whose provider is down one asks and all say so`() async throws {
    let rig = try await Rig(.rotating)
    try await rig.logInExpired("spotify")
    var fault = Fault(.reply, at: "/api/token")
    fault.status = 503
    fault.times = -1
    fault.headers = ["Retry-After": "120"]
    try await rig.inject(fault)
    let before = try await rig.requests("/api/token").count
    let results = try await withThrowingTaskGroup(of: CommandResult.self) { group in
      for _ in 0..<40 {
        var command = try rig.command(["token", "spotify"])
        command.deadline = 200
        group.addTask { [command] in try await command.run() }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    for result in results {
      #expect(result.status == 69, "\(result)")
    }
    #expect(try await rig.requests("/api/token").count == before + 1)
    let late = try await rig.authrun("token", "spotify", "--force-refresh")
    #expect(late.status == 69)
    #expect(late.errors.contains("not asked again before"), "\(late)")
    #expect(try await rig.requests("/api/token").count == before + 1)
  }

  @Test
  func `nobody waits for another account's refresh, nor for one that is only early`() async throws {
    let rig = try await Rig(.rotating)
    try await rig.logIn("acme")
    // Due for its early refresh, yet good for a while.
    try await rig.logInExpired("spotify", life: 28)
    var fault = Fault(.hang, at: "/api/token")
    fault.times = -1
    try await rig.inject(fault)
    try await rig.clearRequests()
    // It waits for longer than the others may run: whoever waited for it would be killed.
    let patient = ["AUTHRUN_HTTP_TIMEOUT": "3600"]
    let slow = try rig.command(["token", "spotify"], variables: patient).start()
    try await rig.awaitRequest("/api/token")
    #expect(try await rig.authrun("token", "acme").status == 0)
    let early = try await rig.authrun("token", "spotify")
    #expect(early.status == 0, "\(early)")
    #expect(try await rig.authrun("accounts").status == 0)
    #expect(try await rig.requests("/api/token").count == 1)
    slow.signalGroup(SIGKILL)
    _ = try await slow.result()
  }
}

extension RigSettings {
  /// A provider that gives a new refresh token each time, and revokes all when an old one comes back.
  static var rotating: RigSettings {
    var settings = RigSettings()
    settings.spotify.rotates = true
    return settings
  }
}

extension Rig {
  /// Logs in and gets a token that ends in `life` seconds; later ones live for an hour.
  func logInExpired(
    _ account: String,
    life: Int = 1,
    variables: [String: String] = [:]
  ) async throws {
    var fault = Fault(.change, at: "/api/token")
    fault.set = ["expires_in": .number(life)]
    try await inject(fault)
    let login = try await beginLogin(account, variables: variables)
    let result = try await login.allow()
    try #require(result.status == 0, "\(result)")
    // Time itself is awaited: within its one second the token is good, and nobody would ask for another.
    if life <= 1 { try await Task.sleep(for: .milliseconds(1_100)) }
  }

  /// Checks that one refresh request arrived, and that every process printed what it brought.
  func expectOneRefresh(
    _ results: [CommandResult],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let refreshes = try await requests("/api/token").filter {
      $0.body.contains("grant_type=refresh_token")
    }
    #expect(refreshes.count == 1, sourceLocation: sourceLocation)
    for result in results where result.status != 0 {
      Issue.record("\(result)", sourceLocation: sourceLocation)
    }
    let tokens = Set(results.map(\.output))
    #expect(tokens.count == 1, "all have the same token", sourceLocation: sourceLocation)
    let used = try await authrun("request", "spotify", "/me")
    #expect(used.status == 0, "the provider takes it: \(used)", sourceLocation: sourceLocation)
  }

  /// Forgets the requests so far and keeps the faults.
  func clearRequests() async throws {
    _ = try await peer("clear_requests", as: Bool.self)
  }
}
