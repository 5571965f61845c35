import Standards
import Testing

@Suite
struct RefreshMergeTests {
  private static let credential = Credential(
    kind: .oauth2,
    accessToken: Secret("old"),
    refreshToken: Secret("r1"),
    tokenType: "Bearer",
    issuedAt: Timestamp(seconds: 1),
    expiresAt: Timestamp(seconds: 2),
    requestedScopes: ["a", "b"],
    grantedScopes: ["a"],
    identity: Identity(id: "7"),
    extras: ["instance_url": "https://x", "kept": 1],
    standing: .loginNeeded(reason: "x", at: Timestamp(seconds: 2))
  )

  private static func renewed(_ body: String) throws -> Credential {
    let now = Timestamp(seconds: 100)
    let response = try TokenResponse(HTTPResponse(status: 200, body: Array(body.utf8)), at: now)
    return RefreshMerge.renewed(credential, by: response, at: now)
  }

  @Test(arguments: [
    #"{"access_token":"new"}"#, #"{"access_token":"new","refresh_token":""}"#,
    #"{"access_token":"new","refresh_token":null}"#,
  ])
  func `no refresh token in the answer keeps the old one`(_ body: String) throws {
    let renewed = try Self.renewed(body)
    #expect(renewed.accessToken.text == "new")
    #expect(renewed.refreshToken?.text == "r1")
  }

  @Test
  func `a refresh token in the answer replaces the old one`() throws {
    #expect(
      try Self.renewed(#"{"access_token":"new","refresh_token":"r2"}"#).refreshToken?.text == "r2"
    )
  }

  @Test
  func `silence keeps scopes, extras and identity, and nothing of the old lifetime`() throws {
    let renewed = try Self.renewed(#"{"access_token":"new","instance_url":"https://y"}"#)
    #expect(renewed.grantedScopes == ["a"])
    #expect(renewed.requestedScopes == ["a", "b"])
    #expect(renewed.extras == ["instance_url": "https://y", "kept": 1])
    #expect(renewed.identity?.id == "7")
    #expect(renewed.expiresAt == nil)
    #expect(renewed.issuedAt == Timestamp(seconds: 100))
    #expect(renewed.standing == .usable)
  }

  @Test
  func `named scopes and a named lifetime count`() throws {
    let renewed = try Self.renewed(#"{"access_token":"new","scope":"a b","expires_in":10}"#)
    #expect(renewed.grantedScopes == ["a", "b"])
    #expect(renewed.expiresAt == Timestamp(seconds: 110))
  }
}
