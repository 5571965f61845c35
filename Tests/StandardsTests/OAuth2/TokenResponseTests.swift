import Foundation
import Standards
import TestSupport
import Testing

/// A token response and what must come of it.
struct TokenResponseCase: Decodable, Sendable, CustomTestStringConvertible {
  let id: String
  let section: String
  let status: Int?
  let contentType: String?
  let body: String
  /// Seconds from receipt; `never` is null together with `hasExpiry` false.
  let expiresIn: Int64?
  let accessToken: String?
  let refreshToken: String?
  let tokenType: String?
  let scopes: [String]?
  let warnings: Int?
  let error: String?
  let providerError: String?
  let providerDescription: String?

  var testDescription: String { "\(id), \(section)" }

  var response: HTTPResponse {
    HTTPResponse(
      status: status ?? 200,
      headers: HTTPFields(contentType.map { [HTTPField("Content-Type", $0)] } ?? []),
      body: Array(body.utf8)
    )
  }
}

@Suite
struct TokenResponseTests {
  static let now = Timestamp(seconds: 1_000_000)

  private static func read(
    _ body: String,
    status: Int = 200,
    type: String = "application/json",
    rules: TokenResponseRules = TokenResponseRules()
  ) throws -> TokenResponse {
    try TokenResponse(
      HTTPResponse(
        status: status,
        headers: HTTPFields([HTTPField("Content-Type", type)]),
        body: Array(body.utf8)
      ),
      at: now,
      rules: rules
    )
  }

  private static func failure(
    _ body: String,
    status: Int = 200,
    rules: TokenResponseRules = TokenResponseRules()
  ) throws -> ProtocolFailure? {
    #expect(throws: ProtocolFailure.self) { try read(body, status: status, rules: rules) }
  }

  @Test(arguments: try vectors("oauth2-token-responses", as: TokenResponseCase.self, in: .module))
  func `responses are read as the table says`(_ row: TokenResponseCase) throws {
    if let error = row.error {
      let failure = #expect(throws: ProtocolFailure.self) {
        try TokenResponse(row.response, at: Self.now)
      }
      #expect(failure?.kind.rawValue == error)
      #expect(failure?.providerError == row.providerError)
      if let text = row.providerDescription { #expect(failure?.providerDescription == text) }
      return
    }
    let response = try TokenResponse(row.response, at: Self.now)
    #expect(response.accessToken.text == row.accessToken ?? "T")
    #expect(response.refreshToken?.text == row.refreshToken)
    #expect(response.expiresAt == row.expiresIn.map { Self.now.adding($0) })
    #expect(response.tokenType == row.tokenType ?? "Bearer")
    #expect(response.scopes == row.scopes)
    #expect(response.warnings.count == row.warnings ?? 0)
  }

  // MARK: Expiry

  @Test
  func `a lifetime beyond a hundred years counts as none and a negative one is over`() throws {
    for text in [
      "1e18", "9223372036854775807", "1e400", "\"99999999999999999999\"", "3155760001",
    ] {
      let response = try Self.read(#"{"access_token":"T","expires_in":\#(text)}"#)
      #expect(response.expiresAt == nil)
      #expect(response.warnings.count == 1 && response.warnings[0].contains("100 years"))
    }
    let longest = try Self.read(#"{"access_token":"T","expires_in":3155760000}"#)
    #expect(longest.expiresAt == Self.now.adding(3_155_760_000) && longest.warnings.isEmpty)
    // Milliseconds where seconds are meant.
    let rules = TokenResponseRules(
      expiry: .init(pointer: try JSONPointer("/end"), form: .epochSeconds)
    )
    let far = try Self.read(#"{"access_token":"T","end":1700000000000}"#, rules: rules)
    #expect(far.expiresAt == nil && far.warnings.count == 1)
    for text in ["-1", "-1e18", "\"-1\"", "-0.5"] {
      let response = try Self.read(#"{"access_token":"T","expires_in":\#(text)}"#)
      let end = try #require(response.expiresAt)
      #expect(end < Self.now && end.seconds >= 0)
    }
  }

  @Test
  func `zero means never only by the descriptor's word`() throws {
    let rules = TokenResponseRules(zeroMeansNever: true)
    for zero in ["0", "\"0\"", "0.0"] {
      let body = #"{"access_token":"T","expires_in":\#(zero),"scope":null}"#
      #expect(try Self.read(body).expiresAt == Self.now)
      #expect(try Self.read(body, rules: rules).expiresAt == nil)
    }
    #expect(
      try Self.read(#"{"access_token":"T","expires_in":0.5}"#, rules: rules).expiresAt == Self.now
    )
  }

  @Test(arguments: [
    (
      "/expires", TokenResponseRules.Expiry.Form.seconds,
      #"{"access_token":"T","expires":5183999}"#, 6_183_999
    ),
    ("/expires_in", .seconds, #"{"access_token":"T","expires_in":"599"}"#, 1_000_599),
    ("/expires_at", .epochSeconds, #"{"access_token":"T","expires_at":1700000000}"#, 1_700_000_000),
    ("/d/e", .epochMilliseconds, #"{"access_token":"T","d":{"e":1700000000999}}"#, 1_700_000_000),
    ("/ttl", .milliseconds, #"{"access_token":"T","ttl":"1999"}"#, 1_000_001),
    ("/end", .rfc3339, #"{"access_token":"T","end":"2023-11-14T22:13:20Z"}"#, 1_700_000_000),
  ])
  func `the descriptor names the member and its unit`(
    _ pointer: String,
    _ form: TokenResponseRules.Expiry.Form,
    _ body: String,
    _ seconds: Int64
  ) throws {
    let rules = TokenResponseRules(expiry: .init(pointer: try JSONPointer(pointer), form: form))
    #expect(try Self.read(body, rules: rules).expiresAt?.seconds == seconds)
  }

  @Test
  func `an absolute time is never read from a member that nobody named`() throws {
    #expect(
      try Self.read(#"{"access_token":"T","expires_at":1700000000,"expires":9}"#).expiresAt == nil
    )
  }

  @Test
  func `the default lifetime fills in for a missing or unreadable one`() throws {
    let rules = TokenResponseRules(defaultLifetime: 60)
    for body in [#"{"access_token":"T"}"#, #"{"access_token":"T","expires_in":"3600abc"}"#] {
      #expect(try Self.read(body, rules: rules).expiresAt == Self.now.adding(60))
    }
  }

  // MARK: Members

  @Test
  func `nested tokens are found by their pointers and cut from the extras`() throws {
    let body =
      #"{"ok":true,"app_id":"A","authed_user":{"id":"U1","scope":"identify","access_token":"xoxp","token_type":"user"},"team":{"id":"T1"}}"#
    let rules = TokenResponseRules(
      accessToken: try JSONPointer("/authed_user/access_token"),
      scope: try JSONPointer("/authed_user/scope")
    )
    let response = try Self.read(body, rules: rules)
    #expect(response.accessToken.text == "xoxp")
    #expect(response.scopes == ["identify"])
    #expect(response.extras["team"] == ["id": "T1"])
    #expect(response.extras["authed_user"]?["id"] == "U1")
    #expect(!JSONValue.object(response.extras).serialized.contains("xoxp"))
    #expect(try Self.failure(body)?.kind == .protocolViolation)
  }

  @Test
  func `the text of a missing token names members and never values`() throws {
    let failure = try Self.failure(#"{"ok":true,"authed_user":{"access_token":"xoxp"}}"#)
    #expect(failure?.message.contains("authed_user") == true)
    #expect("\(String(describing: failure))".contains("xoxp") == false)
  }

  @Test
  func `unknown members of any type are kept as they came`() throws {
    let response = try Self.read(
      #"{"access_token":"T","user_id":17841400000000001,"user":{"id":1},"flag":true,"x":null,"l":[1,"a"]}"#
    )
    #expect(
      JSONValue.object(response.extras).serialized
        == #"{"user_id":17841400000000001,"user":{"id":1},"flag":true,"x":null,"l":[1,"a"]}"#
    )
  }

  @Test
  func `a comma separates scopes only by the descriptor's word`() throws {
    let body = #"{"access_token":"T","scope":"a,b c"}"#
    #expect(try Self.read(body).scopes == ["a,b", "c"])
    let rules = TokenResponseRules(scopeSeparators: [",", " "])
    #expect(try Self.read(body, rules: rules).scopes == ["a", "b", "c"])
  }

  @Test(arguments: [#"Bear\r\nX: 1"#, #"\u001b[2J"#, "ü"])
  func `a type that is no plain text is passed over with a warning`(_ type: String) throws {
    let response = try Self.read(#"{"access_token":"T","token_type":"\#(type)"}"#)
    #expect(response.tokenType == "Bearer")
    #expect(response.warnings.contains { $0.contains("token_type") })
  }

  @Test(arguments: ["BEARER", "bearer", "Bearer"])
  func `the type has no case`(_ type: String) throws {
    let response = try Self.read(#"{"access_token":"T","token_type":"\#(type)"}"#)
    #expect(response.isBearer)
    #expect(response.tokenType == type)
  }

  @Test(arguments: [
    #"{"access_token":"a\r\nX-Evil: 1"}"#, #"{"access_token":"a\u0000"}"#,
    #"{"access_token":"T","refresh_token":"a\nb"}"#, #"{"access_token":"té"}"#,
    "access_token=a%0D%0AX-Evil%3A+1", #"{"access_token":1}"#, #"{"access_token":["T"]}"#,
  ])
  func `a token that is none is refused`(_ body: String) throws {
    #expect(try Self.failure(body)?.kind == .protocolViolation)
  }

  // MARK: Errors

  @Test(arguments: [
    (#"{"ok":false,"error":"invalid_code","access_token":"T"}"#, "invalid_code"),
    (#"{"status":1,"error":"bad","access_token":"T"}"#, "bad"),
    (#"{"errcode":40029,"error":"x","access_token":"T"}"#, "x"),
  ])
  func `the descriptor's signs make an error of a success`(
    _ body: String,
    _ code: String
  ) throws {
    let rules = TokenResponseRules(errorSigns: [
      .init(pointer: try JSONPointer("/ok"), test: .equals("false")),
      .init(pointer: try JSONPointer("/status"), test: .differs("0")),
      .init(pointer: try JSONPointer("/errcode"), test: .exists),
    ])
    #expect(try Self.failure(body, rules: rules)?.providerError == code)
    #expect(
      try Self.read(#"{"ok":true,"status":0,"access_token":"T"}"#, rules: rules)
        .accessToken.text == "T"
    )
  }

  @Test
  func `code and text of an error stand where the descriptor says`() throws {
    let rules = TokenResponseRules(
      errorCode: try JSONPointer("/errcode"),
      errorMessage: try JSONPointer("/errmsg"),
      invalidGrantCodes: ["40029"]
    )
    let failure = try Self.failure(#"{"errcode":40029,"errmsg":"invalid code"}"#, rules: rules)
    #expect(failure?.providerError == "40029")
    #expect(failure?.providerDescription == "invalid code")
    #expect(failure?.kind == .invalidGrant)
  }

  @Test
  func `a body that is no answer is cut and never read as a form`() throws {
    let html = "<html><a href='?access_token=T&x=1'>" + String(repeating: "y", count: 9000)
    for status in [200, 400, 502] {
      let failure = try #require(try Self.failure(html, status: status))
      #expect(
        failure.kind
          == (status == 502
            ? .serviceUnavailable : status == 200 ? .protocolViolation : .providerRefused)
      )
      #expect(failure.message.contains("\(status)"))
      #expect(failure.message.contains("application/json"))
      #expect((failure.providerDescription?.count ?? 0) <= 81)
    }
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirect is not followed`(_ status: Int) throws {
    let failure = try Self.failure(#"{"access_token":"T"}"#, status: status)
    #expect(failure?.kind == .protocolViolation)
    #expect(failure?.message.contains("redirect") == true)
  }

  @Test
  func `a failing server cannot end a refresh token`() throws {
    for status in [429, 500, 503] {
      let failure = try Self.failure(#"{"error":"invalid_grant"}"#, status: status)
      #expect(failure?.kind == .serviceUnavailable)
      #expect(failure?.retryable == true)
      #expect(failure?.providerError == "invalid_grant")
    }
  }

  @Test
  func `values of the request never come back in an error`() throws {
    let response = HTTPResponse(
      status: 400,
      body: Array(#"{"error":"invalid_grant","error_description":"code THE-CODE is used"}"#.utf8)
    )
    let failure = #expect(throws: ProtocolFailure.self) {
      try TokenResponse(response, at: Self.now, hiding: [Secret("THE-CODE")])
    }
    #expect(failure?.providerDescription == "code <secret> is used")
  }
}
