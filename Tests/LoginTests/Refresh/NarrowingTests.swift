import Foundation
import Standards
import Storage
import TestSupport
import Testing

@testable import Login

/// Tokens for fewer scopes than the account has (RFC 6749 §6).
@Suite
struct NarrowingTests {
  private static let token = "https://as.example/token"
  private let rig: LoginRig
  private let account = AccountID(provider: "shop")

  init() throws {
    rig = try LoginRig(
      """
      oauth2 = { authorize = "https://as.example/a", token = "\(Self.token)", scopes = { "read", "write" } },
      """
    )
    rig.service.on("POST", Self.token, json: .grant)
  }

  private func narrow(
    _ scopes: [String],
    minimumLife: Int64 = 0
  ) async throws(AuthRunError) -> Credential {
    var demand = TokenDemand()
    demand.scopes = scopes
    demand.narrows = true
    demand.minimumLife = minimumLife
    return try await rig.engine.credential(account, demand)
  }

  private func answer(_ members: [String: JSONValue]) {
    var object = JSONObject()
    object["access_token"] = "N4RROW"
    object["token_type"] = "Bearer"
    object["expires_in"] = 3600
    for (name, value) in members { object[name] = value }
    rig.service.on("POST", Self.token, json: .object(object))
  }

  private func vault() throws -> Vault {
    try #require(
      try Vault.openForReading(
        VaultLocation(explicit: rig.home.file("vault.db"), environment: rig.home.environment)
      )
    )
  }

  @Test
  func `the request names the scopes, and the account keeps its own token`() async throws {
    _ = try await rig.login()
    answer([:])
    let narrow = try await narrow(["read"])
    #expect(narrow.accessToken.text == "N4RROW" && narrow.grantedScopes == ["read"])
    let sent = try #require(rig.service.last(Self.token)?.form)
    #expect(sent.first("scope") == "read" && sent.first("refresh_token") == "R3FRESH-1")
    let stored = try #require(try vault().read(account)).credential
    #expect(stored.accessToken.text == "T0KEN-1" && stored.refreshToken?.text == "R3FRESH-1")
    #expect(stored.grantedScopes == ["read", "write"])
    #expect(try vault().refreshNote(account) == nil)
  }

  @Test
  func `a rotated refresh token is stored with the wide access token`() async throws {
    _ = try await rig.login()
    answer(["refresh_token": "R3FRESH-2"])
    _ = try await narrow(["write"])
    let stored = try #require(try vault().read(account)).credential
    #expect(stored.accessToken.text == "T0KEN-1" && stored.refreshToken?.text == "R3FRESH-2")
    #expect(stored.grantedScopes == ["read", "write"])
    answer([:])
    _ = try await rig.token(force: true)
    #expect(rig.service.last(Self.token)?.form.first("refresh_token") == "R3FRESH-2")
  }

  @Test
  func `the intent is on the disk while the request is under way`() async throws {
    _ = try await rig.login()
    let home = rig.home
    let account = account
    rig.service.on("POST", Self.token) { _ in
      let location = try VaultLocation(
        explicit: home.file("vault.db"),
        environment: home.environment
      )
      let note = try Vault.openForReading(location)?.refreshNote(account)
      let isNoted = note?.intent?.token == RefreshNote.fingerprint(of: Secret("R3FRESH-1"))
      return .json(["access_token": isNoted ? "N0TED" : "UNN0TED", "token_type": "Bearer"])
    }
    #expect(try await narrow(["read"]).accessToken.text == "N0TED")
  }

  @Test
  func `all scopes are the account's own token, and nobody is asked`() async throws {
    _ = try await rig.login()
    #expect(try await narrow(["write", "read"]).accessToken.text == "T0KEN-1")
    #expect(rig.service.requests.count == 1)
  }

  @Test
  func `a scope that was never granted is refused with the login that asks for it`() async throws {
    _ = try await rig.login()
    let error = await #expect(throws: AuthRunError.self) { try await narrow(["read", "admin"]) }
    #expect(error?.code == .loginNeeded && error?.message.contains("admin") == true)
    #expect(
      error?.hint == "authrun login shop/default --scope read --scope write --scope admin"
    )
    #expect(rig.service.requests.count == 1)
  }

  @Test(arguments: ["read write", "write", ""])
  func `a token for other scopes is not handed out, and its refresh token kept`(
    scope: String
  ) async throws {
    _ = try await rig.login()
    answer(["scope": .string(scope), "refresh_token": "R3FRESH-2"])
    let error = await #expect(throws: AuthRunError.self) { try await narrow(["read"]) }
    #expect(error?.code == .scopeMismatch && error?.code.exitStatus == 76)
    #expect(error?.message.contains("N4RROW") == false)
    let stored = try #require(try vault().read(account)).credential
    #expect(stored.accessToken.text == "T0KEN-1" && stored.refreshToken?.text == "R3FRESH-2")
  }

  @Test
  func `a refusal of the scope leaves the account as it is`() async throws {
    _ = try await rig.login()
    rig.service.on("POST", Self.token, json: ["error": "invalid_scope"], status: 400)
    let error = await #expect(throws: AuthRunError.self) { try await narrow(["read"]) }
    #expect(error?.providerError == "invalid_scope" && error?.code.exitStatus == 77)
    #expect(try vault().read(account)?.credential.standing == .usable)
  }

  @Test
  func `a refused refresh token ends the account as any refresh does`() async throws {
    _ = try await rig.login()
    rig.service.on("POST", Self.token, json: ["error": "invalid_grant"], status: 400)
    let error = await #expect(throws: AuthRunError.self) { try await narrow(["read"]) }
    #expect(error?.code == .loginNeeded)
    #expect(try vault().read(account)?.credential.standing != .usable)
  }

  @Test
  func `a narrow token that lives too short is refused`() async throws {
    _ = try await rig.login()
    answer(["expires_in": 60])
    let error = await #expect(throws: AuthRunError.self) {
      try await narrow(["read"], minimumLife: 61)
    }
    #expect(error?.code == .lifeTooShort && error?.code.exitStatus == 69)
    #expect(error?.message.contains("lives for 60 s") == true)
  }

  @Test
  func `an account without a refresh token says why it cannot`() async throws {
    rig.service.on("POST", Self.token, json: ["access_token": "T", "token_type": "Bearer"])
    _ = try await rig.login()
    let error = await #expect(throws: AuthRunError.self) { try await narrow(["read"]) }
    #expect(error?.code == .inputInvalid && error?.message.contains("no refresh token") == true)
    #expect(error?.hint?.contains("--scope read") == true)
  }

  @Test
  func `a client's own token is asked for anew, and nothing stored`() async throws {
    let rig = try LoginRig(
      """
      kind = "client_credentials",
      oauth2 = { token = "\(Self.token)", scopes = { "read", "write" } },
      """,
      redirect: ""
    )
    rig.service.on("POST", Self.token, json: .grant)
    _ = try await rig.login()
    rig.service.on("POST", Self.token, json: ["access_token": "N4RROW", "token_type": "Bearer"])
    var demand = TokenDemand()
    demand.scopes = ["read"]
    demand.narrows = true
    #expect(try await rig.engine.credential(account, demand).accessToken.text == "N4RROW")
    #expect(rig.service.last(Self.token)?.form.first("scope") == "read")
    #expect(try await rig.token().accessToken.text == "T0KEN-1")
  }
}
