import Standards
import Testing

@Suite
struct JWTClaimsTests {
  private func token(_ header: String, _ claims: String, _ signature: String = "c2ln") -> String {
    "\(Base64URL.encode(Array(header.utf8))).\(Base64URL.encode(Array(claims.utf8))).\(signature)"
  }

  @Test
  func `header and claims are read without a key`() throws {
    let token = try JWTClaims.unverified(
      token(#"{"alg":"HS256"}"#, #"{"iss":"joe","exp":1300819380.9,"n":-0.5}"#)
    )
    #expect(token.header["alg"] == "HS256")
    #expect(token.claims["iss"] == "joe")
    #expect(try token.numericDate("exp") == Timestamp(seconds: 1_300_819_380))
    #expect(try token.numericDate("n") == Timestamp(seconds: -1))
    #expect(try token.numericDate("nbf") == nil)
  }

  @Test(arguments: [#""4102444800""#, "true", "{}", "null", "[1]"])
  func `a time that is no number is refused`(value: String) throws {
    let token = try JWTClaims.unverified(token("{}", #"{"exp":\#(value)}"#))
    #expect(throws: JWTError.badClaim(name: "exp")) { try token.numericDate("exp") }
  }

  @Test
  func `strict form is kept`() {
    #expect(throws: JWTError.badShape) { try JWTClaims.unverified("a.b") }
    #expect(throws: JWTError.badShape) { try JWTClaims.unverified("e30.e30..") }
    #expect(throws: JWTError.badShape) {
      try JWTClaims.unverified(String(repeating: ".", count: 500_000))
    }
    #expect(throws: JWTError.tooLong) {
      try JWTClaims.unverified(String(repeating: ".", count: 2_000_000))
    }
    #expect(throws: JWTError.badBase64URL) { try JWTClaims.unverified("e30=.e30.") }
    #expect(throws: JWTError.badBase64URL) { try JWTClaims.unverified("e30.e30.QR") }
    #expect(throws: JWTError.badJSON) { try JWTClaims.unverified(token("[]", "{}")) }
    #expect(throws: JWTError.badJSON) { try JWTClaims.unverified(token("{}", #"{"a":1,"a":2}"#)) }
    #expect(throws: JWTError.badJSON) { try JWTClaims.unverified(token("{}", "\u{FEFF}{}")) }
  }
}
