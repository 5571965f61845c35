import Standards
import Synchronization
import Testing

@testable import Login
@testable import Providers

/// The login that is finished on another device (RFC 8628).
@Suite(.timeLimit(.minutes(10)))
struct DeviceLoginTests {
  private static let token = "https://as.example/token"
  private static let device = "https://as.example/device"

  private func rig(answers: [JSONValue], interval: JSONValue? = 5) throws -> LoginRig {
    let rig = try LoginRig(
      """
      oauth2 = {
        device = "\(Self.device)", token = "\(Self.token)", grants = { "device_code" },
        client_auth = "none", scopes = { "repo" },
      },
      """,
      redirect: ""
    )
    var start: JSONObject = [
      "device_code": "D3VICE", "user_code": "WDJB-MJHT",
      "verification_uri": "https://as.example/d",
      "verification_uri_complete": "https://as.example/d?c=WDJB-MJHT", "expires_in": 900,
    ]
    if let interval { start["interval"] = interval }
    rig.service.on("POST", Self.device, json: .object(start))
    let remaining = Mutex(answers)
    rig.service.on("POST", Self.token) { _ in
      let answer = remaining.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }
      return .json(answer, status: answer["access_token"] == nil ? 400 : 200)
    }
    return rig
  }

  @Test
  func `the code is shown, and asked about at the pace that the provider wants`() async throws {
    let rig = try rig(answers: [
      ["error": "authorization_pending"], ["error": "slow_down"], ["error": "slow_down"], .grant,
    ])
    let outcome = try await rig.login(["client_id": "ID"])
    #expect(outcome.credential.accessToken.text == "T0KEN-1")
    let shown = rig.user.notices.compactMap { notice -> String? in
      guard case .device(let code, let url, let complete) = notice else { return nil }
      return "\(code) \(url.text) \(complete?.text ?? "")"
    }
    #expect(shown == ["WDJB-MJHT https://as.example/d https://as.example/d?c=WDJB-MJHT"])
    // 5, 5, then 10 and 15 for good.
    #expect(rig.clock.now().seconds - 1_800_000_000 == 5 + 5 + 10 + 15)
    #expect(
      rig.service.last(Self.device)?.form
        == Parameters([("client_id", "ID"), ("scope", "repo")])
    )
    #expect(
      rig.service.last(Self.token)?.form
        == Parameters([
          ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
          ("device_code", "D3VICE"), ("client_id", "ID"),
        ])
    )
    #expect(rig.user.authorizeURL == nil)
  }

  @Test
  func `without an interval it is five seconds`() async throws {
    let rig = try rig(answers: [.grant], interval: nil)
    _ = try await rig.login(["client_id": "ID"])
    #expect(rig.clock.now().seconds - 1_800_000_000 == 5)
  }

  @Test
  func `a code that nobody enters ends with the time`() async throws {
    let rig = try rig(answers: [["error": "authorization_pending"]])
    let error = await rig.failure(["client_id": "ID"])
    #expect(error?.code == .timeout)
    #expect(rig.service.requests.count < 20)
  }

  @Test(arguments: [
    ("expired_token", AuthRunError.Code.timeout), ("access_denied", .accessDenied),
    ("invalid_client", .invalidClient),
  ])
  func `a refusal ends it`(code: String, expected: AuthRunError.Code) async throws {
    let rig = try rig(answers: [["error": .string(code)]])
    #expect(await rig.failure(["client_id": "ID"])?.code == expected)
  }

  @Test
  func `a page that is no web address is not shown to anybody`() async throws {
    let rig = try rig(answers: [.grant])
    rig.service.on(
      "POST",
      Self.device,
      json: [
        "device_code": "D", "user_code": "A", "verification_uri": "javascript:alert(1)",
      ]
    )
    #expect(await rig.failure(["client_id": "ID"])?.code == .protocol)
    #expect(!rig.user.notices.contains { if case .device = $0 { true } else { false } })
  }

  @Test
  func `a provider without such a login says so`() async throws {
    let rig = try LoginRig(
      "oauth2 = { authorize = 'https://as.example/a', token = '\(Self.token)' },",
      redirect: ""
    )
    let error = await rig.failure(capture: "device")
    #expect(error?.code == .usage && error?.hint?.contains("loopback") == true)
  }

  @Test
  func `the user may choose it where the descriptor names it second`() async throws {
    let rig = try LoginRig(
      """
      oauth2 = {
        authorize = "https://as.example/a", device = "\(Self.device)", token = "\(Self.token)",
        grants = { "authorization_code", "device_code" },
      },
      """,
      redirect: ""
    )
    rig.service.on(
      "POST",
      Self.device,
      json: ["device_code": "D", "user_code": "A-1", "verification_url": "https://as.example/d"]
    )
    rig.service.on("POST", Self.token, json: .grant)
    _ = try await rig.login(capture: "device")
    #expect(rig.user.authorizeURL == nil && rig.service.last(Self.token) != nil)
  }
}
