import Login
import Standards
import Testing

@testable import authrun_core

@Suite
struct CredentialOutputTests {
  static let account = AccountID(provider: "my-api", name: "work")

  static let oauth2 = Credential(
    kind: .oauth2,
    accessToken: Secret("at'x"),
    refreshToken: Secret("rt"),
    tokenType: "Bearer",
    issuedAt: Timestamp(seconds: 0),
    expiresAt: Timestamp(seconds: 3_600),
    requestedScopes: ["a", "b"],
    grantedScopes: ["a"],
    identity: Identity(id: "9007199254740993", login: "kim7", name: "Kim")
  )

  static let oauth1 = Credential(
    kind: .oauth1,
    accessToken: Secret("at"),
    tokenSecret: Secret("ts"),
    tokenType: "oauth1",
    issuedAt: Timestamp(seconds: 0)
  )

  @Test
  func `a login tells provider, account, granted scopes, expiry and identity`() {
    #expect(
      JSONValue.object(CredentialOutput.login(Self.account, Self.oauth2)).serialized
        == #"{"provider":"my-api","account":"work","scopes":["a"],"#
        + #""expires_at":"1970-01-01T01:00:00Z","#
        + #""identity":{"id":"9007199254740993","login":"kim7","name":"Kim"}}"#
    )
    #expect(
      JSONValue.object(CredentialOutput.login(Self.account, Self.oauth1)).serialized
        == #"{"provider":"my-api","account":"work","scopes":[],"expires_at":null}"#
    )
  }

  @Test
  func `a token tells token, type, expiry and scopes, and no refresh token`() {
    #expect(
      JSONValue.object(TokenText.json(Self.oauth2)).serialized
        == #"{"access_token":"at'x","token_type":"Bearer","#
        + #""expires_at":"1970-01-01T01:00:00Z","scopes":["a"]}"#
    )
    #expect(
      JSONValue.object(TokenText.json(Self.oauth1)).serialized
        == #"{"access_token":"at","token_type":"oauth1","expires_at":null,"scopes":[],"#
        + #""token_secret":"ts"}"#
    )
  }

  @Test
  func `a name that is empty names nobody`() {
    #expect(CredentialOutput.who(Identity(login: "", name: "Ada Ozola")) == "Ada Ozola")
    #expect(CredentialOutput.who(Identity(id: "7", login: "", name: "")) == "7")
    #expect(CredentialOutput.who(Identity(login: "ada", name: "Ada Ozola")) == "Ada Ozola (ada)")
  }

  @Test
  func `the header carries the token as the provider wants it`() {
    #expect(TokenText.header(Self.oauth2) == "Authorization: Bearer at'x")
    var custom = Self.oauth2
    custom.presentation = .header(name: "X-Key", prefix: "")
    #expect(TokenText.header(custom) == "X-Key: at'x")
    custom.presentation = .cookie(name: "SID")
    #expect(TokenText.header(custom) == "Cookie: SID=at'x")
  }

  @Test
  func `there is no header where the token does not travel in one`() {
    var query = Self.oauth2
    query.presentation = .query(name: "key")
    #expect(TokenText.header(query) == nil)
    query.presentation = .signed
    #expect(TokenText.header(query) == nil)
    #expect(query.headerObstacle.contains("script signs"))
    #expect(TokenText.header(Self.oauth1) == nil)
  }

  @Test
  func `shell assignments are quoted and named after the account`() {
    #expect(
      TokenText.environment(Self.oauth2, AccountID(provider: "my-api")) == [
        #"export AUTHRUN_MY__API_TOKEN='at'\''x'"#,
        "export AUTHRUN_MY__API_TOKEN_TYPE='Bearer'",
        "export AUTHRUN_MY__API_EXPIRES_AT='1970-01-01T01:00:00Z'",
      ]
    )
    #expect(
      TokenText.environment(Self.oauth1, AccountID(provider: "my", name: "work")) == [
        "export AUTHRUN_MY_AS_WORK_TOKEN='at'", "export AUTHRUN_MY_AS_WORK_TOKEN_TYPE='oauth1'",
        "export AUTHRUN_MY_AS_WORK_TOKEN_SECRET='ts'",
      ]
    )
  }

  @Test(
    arguments: [
      (Identity(), ""), (Identity(id: "7"), "7"),
      (Identity(login: "kim7", name: "Kim"), "Kim (kim7)"),
      (Identity(login: "kim7"), "kim7"), (Identity(login: "kim", name: "kim"), "kim"),
    ]
  )
  func `an account is called by its name and login`(identity: Identity, text: String) {
    #expect(CredentialOutput.who(identity) == text)
  }
}
