import Crypto
import Standards
import Testing

/// Bytes that a test chose.
struct FixedRandom: RandomSource {
  let source: [UInt8]

  func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { source[$0 % source.count] }
  }
}

@Suite
struct PKCETests {
  @Test
  func `the specification's example is reproduced`() throws {
    // RFC 7636 App. B
    let random = FixedRandom(source: [
      116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77,
      105, 214, 191, 240, 91, 88, 5, 88, 83, 132, 141, 121,
    ])
    let pkce = PKCE(random: random, hashing: OpenSSLHashing())
    #expect(pkce.verifier.text == "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    #expect(pkce.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  }

  @Test(arguments: [
    (43, "ZtNPunH49FD35FWYhT5Tv8I7vRKQJ8uxMaL0_9eHjNA"),
    (128, "aDbPE7rEAOkQUHHNavRwhN-srU5eMCyUv-0k4BOvtz4"),
  ])
  func `P-03 the shortest and the longest verifier are taken`(
    _ length: Int,
    _ challenge: String
  ) throws {
    let verifier = String(repeating: "a", count: length)
    #expect(try PKCE(verifier: verifier, hashing: OpenSSLHashing()).challenge == challenge)
  }

  @Test(arguments: [0, 32, 42, 129, 134, 171])
  func `P-03 other lengths are refused`(_ length: Int) {
    #expect(throws: PKCE.VerifierError.length(length)) {
      try PKCE(verifier: String(repeating: "a", count: length), hashing: OpenSSLHashing())
    }
  }

  @Test(arguments: ["+", "/", "=", " ", "%", "é"])
  func `P-01 and P-02 only unreserved characters are taken`(_ character: String) {
    #expect(throws: PKCE.VerifierError.character) {
      try PKCE(
        verifier: String(repeating: "a", count: 50) + character,
        hashing: OpenSSLHashing()
      )
    }
  }

  @Test
  func `P-02 fresh verifiers are valid, unpadded and different`() throws {
    let made = (0..<50).map { _ in PKCE(random: SystemRandom(), hashing: OpenSSLHashing()) }
    #expect(Set(made.map(\.verifier.text)).count == 50)
    for pkce in made {
      #expect(pkce.verifier.text.utf8.count == 43)
      let again = try PKCE(verifier: pkce.verifier.text, hashing: OpenSSLHashing())
      #expect(again.challenge == pkce.challenge)
      #expect(!pkce.challenge.contains("="))
    }
  }

  @Test
  func `the trace has the formula and not the verifier`() {
    let pkce = PKCE(random: SystemRandom(), hashing: OpenSSLHashing())
    #expect(pkce.derivation.value == pkce.challenge)
    #expect(!"\(pkce.derivation) \(pkce)".contains(pkce.verifier.text))
  }
}
