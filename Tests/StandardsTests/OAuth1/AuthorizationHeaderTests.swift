import Standards
import Testing

@Suite
struct AuthorizationHeaderTests {
  @Test
  func `O-27 realm stands first, quoted and not percent-encoded`() throws {
    let header = OAuth1AuthorizationHeader(
      realm: "http://a/\"x\\",
      parameters: Parameters([("oauth_nonce", "a b")])
    )
    #expect(try header.value() == #"OAuth realm="http://a/\"x\\", oauth_nonce="a%20b""#)
  }

  @Test(arguments: ["a\r\nX: 1", "a\u{0}", "\u{7F}"])
  func `a realm with control characters is refused`(_ realm: String) {
    #expect(throws: OAuth1Error.malformedRealm) {
      try OAuth1AuthorizationHeader(realm: realm, parameters: Parameters()).value()
    }
  }

  @Test
  func `O-07 values are percent-decoded only and a plus stays a plus`() throws {
    let header = try OAuth1AuthorizationHeader.parse(#"OAuth oauth_signature="a+b%2Bc%3D""#)
    #expect(header.parameters.first("oauth_signature") == "a+b+c=")
  }

  @Test
  func `what is built is read back`() throws {
    let header = OAuth1AuthorizationHeader(
      realm: "a, \"b\" = c\\",
      parameters: Parameters([("oauth_token", ""), ("oauth_signature", "x/y+z=="), ("ü", "€")])
    )
    #expect(try OAuth1AuthorizationHeader.parse(try header.value()) == header)
  }

  @Test
  func `commas without spaces, other case and line folds of spaces are read`() throws {
    let header = try OAuth1AuthorizationHeader.parse("oauth\ta=\"1\",b=\"2\" ,  c=\"3\"")
    #expect(header.parameters == Parameters([("a", "1"), ("b", "2"), ("c", "3")]))
  }

  @Test(arguments: [#"OAuth a="1", a="2""#, #"OAuth realm="x", Realm="y""#, #"OAuth a="1",A="1""#])
  func `a repeated name is refused`(_ value: String) {
    #expect(throws: OAuth1Error.self) { try OAuth1AuthorizationHeader.parse(value) }
  }

  @Test(arguments: ["Bearer x", "OAuth a=\"1", "OAuth a", "", "OAuth a=\"%zz\"", "OAuth a=\"1\" b"])
  func `anything else is refused`(_ value: String) {
    #expect(throws: OAuth1Error.self) { try OAuth1AuthorizationHeader.parse(value) }
  }
}
