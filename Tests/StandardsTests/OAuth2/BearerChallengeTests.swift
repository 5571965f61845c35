import Standards
import Testing

@Suite
struct BearerChallengeTests {
  private static func response(_ values: String...) -> HTTPResponse {
    HTTPResponse(
      status: 401,
      headers: HTTPFields(values.map { HTTPField("www-authenticate", $0) })
    )
  }

  @Test
  func `realm, scope, error and text are read`() throws {
    let challenge = try #require(
      BearerChallenge(
        Self.response(
          #"bearer realm="a, \"b\"", error="invalid_token", error_description="expired", scope="x y""#
        )
      )
    )
    #expect(challenge.realm == #"a, "b""#)
    #expect(challenge.error == "invalid_token")
    #expect(challenge.errorDescription == "expired")
    #expect(challenge.scope == ["x", "y"])
    #expect(challenge.asksForNewToken)
  }

  @Test
  func `the bearer challenge is found among others`() throws {
    let one = BearerChallenge(
      Self.response(
        #"Negotiate YWJj==, Basic realm="x", Bearer error=insufficient_scope, Digest a=b"#
      )
    )
    #expect(one?.error == "insufficient_scope")
    #expect(one?.asksForNewToken == false)
    #expect(BearerChallenge(Self.response("Negotiate", #"Bearer realm="r""#))?.realm == "r")
  }

  @Test
  func `a scheme alone asks for a token`() throws {
    let challenge = try #require(BearerChallenge(Self.response("Bearer")))
    #expect(challenge.error == nil)
    #expect(challenge.asksForNewToken)
  }

  @Test
  func `a repeated parameter has no value`() {
    let value = #"Bearer error="invalid_token", error="insufficient_scope""#
    #expect(BearerChallenge(Self.response(value))?.error == nil)
  }

  @Test(arguments: ["", "Basic realm=\"Bearer\"", ",,,", "=", "\"Bearer\"", "Basic x=\"a"])
  func `no bearer challenge is none`(_ value: String) {
    #expect(BearerChallenge(Self.response(value)) == nil)
  }
}
