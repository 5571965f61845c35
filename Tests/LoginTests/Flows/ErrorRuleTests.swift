import Standards
import Testing

@testable import Login
@testable import Providers

/// A descriptor's rule for failures holds for every endpoint of its server, not for tokens alone.
@Suite(.timeLimit(.minutes(1)))
struct ErrorRuleTests {
  private static let rules = [
    #"{ at = "/code", is_not = 0, code = "/code" }"#,
    #"{ at = "/ok", is = false, code = "/code" }"#,
    #"{ at = "/failure", code = "/code" }"#,
  ]

  private static func rig(_ rule: String, _ more: String = "") throws -> LoginRig {
    let rig = try LoginRig(
      """
      oauth2 = {
        authorize = "https://as.example/a", token = "https://as.example/token",
        revoke = "https://as.example/revoke", introspect = "https://as.example/introspect",
        response = { error = \(rule) }, \(more)
      },
      """
    )
    rig.service.on("POST", "https://as.example/token") { _ in
      var answer = JSONValue.grant.object ?? JSONObject()
      for member in success.object?.members ?? [] { answer[member.name] = member.value }
      return .json(.object(answer))
    }
    return rig
  }

  /// A success by each of the rules, with a code as every answer of such a service.
  private static let success: JSONValue = ["code": 0, "ok": true]
  private static let failure: JSONValue = ["code": 17, "ok": false, "failure": "no"]

  @Test(arguments: rules)
  func `a revocation succeeds and fails by the rule`(_ rule: String) async throws {
    let rig = try Self.rig(rule)
    _ = try await rig.login()
    let account = AccountID(provider: "shop")
    rig.service.on("POST", "https://as.example/revoke", json: Self.failure)
    let error = await #expect(throws: AuthRunError.self) {
      _ = try await rig.engine.logout(account, local: false)
    }
    #expect(error?.providerError == "17")
    rig.service.on("POST", "https://as.example/revoke", json: Self.success)
    #expect(try await rig.engine.logout(account, local: false) == .revoked)
  }

  @Test(arguments: rules)
  func `an introspection succeeds and fails by the rule`(_ rule: String) async throws {
    let rig = try Self.rig(rule)
    _ = try await rig.login()
    let account = AccountID(provider: "shop")
    rig.service.on("POST", "https://as.example/introspect", json: Self.failure)
    let error = await #expect(throws: AuthRunError.self) {
      _ = try await rig.engine.introspect(account)
    }
    #expect(error?.providerError == "17")
    rig.service.on(
      "POST",
      "https://as.example/introspect",
      json: ["code": 0, "ok": true, "active": true]
    )
    #expect(try await rig.engine.introspect(account).isActive)
  }

  @Test(arguments: rules)
  func `a pushed request succeeds and fails by the rule`(_ rule: String) async throws {
    let rig = try Self.rig(rule, #"par = "https://as.example/par","#)
    rig.service.on("POST", "https://as.example/par", json: Self.failure)
    #expect(await rig.failure()?.providerError == "17")
    rig.service.on(
      "POST",
      "https://as.example/par",
      json: ["code": 0, "ok": true, "request_uri": "urn:x:1"]
    )
    rig.user.browse { [service = rig.service] _ in
      let state = service.last("https://as.example/par")?.form.first("state") ?? ""
      return "https://app.example/cb?code=C0DE&state=\(state)"
    }
    #expect(try await rig.login().credential.accessToken.text == "T0KEN-1")
  }

  @Test(arguments: rules)
  func `a device is let in, and waits, by the code that the rule names`(
    _ rule: String
  ) async throws {
    let rig = try LoginRig(
      """
      oauth2 = {
        device = "https://as.example/device", token = "https://as.example/token",
        grants = { "device_code" }, client_auth = "none", response = { error = \(rule) },
      },
      """,
      redirect: ""
    )
    rig.service.on(
      "POST",
      "https://as.example/device",
      json: [
        "code": 0, "ok": true, "device_code": "D", "user_code": "U",
        "verification_uri": "https://as.example/d", "expires_in": 900,
      ]
    )
    rig.service.on("POST", "https://as.example/token") { [clock = rig.clock] _ in
      clock.now().seconds < 1_800_000_008
        ? .json(["code": "authorization_pending", "ok": false, "failure": "wait"])
        : .json(["code": 0, "ok": true, "access_token": "T"])
    }
    #expect(try await rig.login(["client_id": "ID"]).credential.accessToken.text == "T")
  }

  @Test(arguments: rules)
  func `a userinfo that the rule calls a failure names nobody`(_ rule: String) async throws {
    let rig = try LoginRig(
      """
      oauth2 = {
        authorize = "https://as.example/a", token = "https://as.example/token",
        userinfo = "https://as.example/me", response = { error = \(rule) },
      },
      identity = { from = "userinfo", id = "/id" },
      """
    )
    rig.service.on("POST", "https://as.example/token", json: .grant)
    rig.service.on("GET", "https://as.example/me", json: Self.failure)
    let outcome = try await rig.login()
    #expect(outcome.credential.identity == nil)
    #expect(rig.user.warnings.contains { $0.contains("17") })
    rig.service.on("GET", "https://as.example/me", json: ["code": 0, "ok": true, "id": 7])
    #expect(try await rig.login().credential.identity?.id == "7")
  }
}
