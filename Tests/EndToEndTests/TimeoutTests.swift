import TestSupport
import Testing

/// A server that fails in any way ends in exit 69 within the stated bound, and says so.
@Suite(.endToEnd)
struct TimeoutTests {
  /// The bound for one whole request that these tests state, in seconds.
  private static let bound = ["AUTHRUN_HTTP_TIMEOUT": "4"]

  /// `waited` says that the bound ended it, not what the server did.
  private func expectUnavailable(
    _ result: CommandResult,
    waited: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(result.status == 69, "\(result)", sourceLocation: sourceLocation)
    // The program's own words for what ended it; a clock of ours would measure the machine.
    if waited {
      #expect(result.said.contains("within 4 s"), "\(result)", sourceLocation: sourceLocation)
    }
    let code = try Printed(result, sourceLocation: sourceLocation).object("error").text("code")
    #expect(
      ["network", "timeout", "service_unavailable"].contains(code),
      "\(result)",
      sourceLocation: sourceLocation
    )
  }

  @Test(arguments: [Fault.Action.hang, .drip, .truncate, .close])
  func `acme: the first call fails`(action: Fault.Action) async throws {
    let rig = try await Rig()
    var fault = Fault(action, at: "/client/auth/init")
    fault.times = -1
    try await rig.inject(fault)
    try expectUnavailable(
      try await rig.authrun("login", "acme", "--json", variables: Self.bound),
      waited: action.isEndless
    )
  }

  @Test(arguments: [Fault.Action.hang, .drip, .truncate, .close])
  func `spotify: the code exchange fails`(action: Fault.Action) async throws {
    let rig = try await Rig()
    let login = try await rig.beginLogin("spotify", variables: Self.bound)
    var fault = Fault(action, at: "/api/token")
    fault.times = -1
    try await rig.inject(fault)
    let callback = try await login.callback()
    async let page = try? rig.fetch(callback)
    let result = try await login.running.result()
    _ = await page
    try expectUnavailable(result, waited: action.isEndless)
  }

  @Test(
    arguments: [Fault.Action.hang, .drip, .truncate, .close],
    ["/oauth/request_token", "/oauth/access_token"]
  )
  func `twitter: a step fails`(action: Fault.Action, path: String) async throws {
    let rig = try await Rig()
    var fault = Fault(action, at: path)
    fault.times = -1
    try await rig.inject(fault)
    let result: CommandResult
    if path == "/oauth/request_token" {
      result = try await rig.authrun(
        "login",
        "twitter",
        "--json",
        "--browser",
        "none",
        variables: Self.bound
      )
    } else {
      let login = try await rig.beginLogin("twitter", variables: Self.bound)
      let callback = try await login.callback()
      async let page = try? rig.fetch(callback)
      result = try await login.running.result()
      _ = await page
    }
    try expectUnavailable(result, waited: action.isEndless)
  }

  @Test
  func `a server that never answers the TLS handshake`() async throws {
    let rig = try await Rig()
    let result = try await rig.authrun(
      "login",
      "acme",
      "--json",
      at: try await rig.silentPort(),
      variables: Self.bound
    )
    try expectUnavailable(result, waited: true)
  }

  @Test
  func `a port where nobody listens`() async throws {
    let rig = try await Rig()
    let result = try await rig.authrun(
      "login",
      "acme",
      "--json",
      at: try await rig.closedPort(),
      variables: Self.bound
    )
    try expectUnavailable(result)
    #expect(try Printed(result).object("error").text("code") == "network")
  }

  @Test(arguments: [500, 502, 503, 429])
  func `a status that may pass`(status: Int) async throws {
    let rig = try await Rig()
    var fault = Fault(.reply, at: "/api/token")
    fault.status = status
    fault.body = "down for maintenance"
    fault.headers = ["Content-Type": "text/plain"]
    fault.times = -1
    try await rig.inject(fault)
    let login = try await rig.beginLogin("spotify", variables: Self.bound)
    let result = try await login.allow()
    try expectUnavailable(result)
  }

  @Test
  func `a request's failure is bounded too`() async throws {
    let rig = try await Rig()
    try await rig.logIn("acme")
    try await rig.inject(Fault(.hang, at: "/things"))
    let result = try await rig.authrun(
      "request",
      "acme",
      "/things",
      "--json",
      variables: Self.bound
    )
    try expectUnavailable(result, waited: true)
  }
}

extension Fault.Action {
  /// Whether only the client's own bound ends the wait.
  fileprivate var isEndless: Bool { self == .hang || self == .drip }
}
