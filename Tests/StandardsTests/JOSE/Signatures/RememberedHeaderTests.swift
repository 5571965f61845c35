import Crypto
import Standards
import Testing

/// Keys remember the headers of tokens that held; that changes how long a token takes and nothing else.
@Suite
struct RememberedHeaderTests {
  private static let payload = #"{"iss":"joe","exp":4102444800,"name":"ümläut"}"#

  private func keys() throws -> JWSVerificationKeys {
    try JWSVerificationKeys(
      JOSEFixtures.key(JOSEFixtures.hmacKey),
      algorithms: [.hs256, .hs512],
      provider: JOSEFixtures.signatures
    )
  }

  private func verdict(
    _ token: String,
    _ keys: JWSVerificationKeys,
    _ options: JWS.Options = .strict
  ) -> Result<[UInt8], JWSError> {
    do throws(JWSError) {
      return .success(try JWS.verify(token, keys: keys, options: options).payload)
    } catch {
      return .failure(error)
    }
  }

  @Test(arguments: [SignatureAlgorithm.hs256, .hs512])
  func `each change of a token has the verdict that it has with new keys`(
    algorithm: SignatureAlgorithm
  ) throws {
    let token = try JOSEFixtures.sign(Self.payload, key: JOSEFixtures.hmacKey, algorithm)
    let known = try keys()
    for _ in 0..<3 {
      #expect(verdict(token, known) == .success(Array(Self.payload.utf8)))
    }
    let bytes = Array(token.utf8)
    for place in bytes.indices {
      for byte in ["A", "."] where Array(byte.utf8) != [bytes[place]] {
        let changed = String(
          decoding: bytes[..<place] + Array(byte.utf8) + bytes[(place + 1)...],
          as: UTF8.self
        )
        let verdict = verdict(changed, known)
        #expect(verdict == self.verdict(changed, try keys()), "place \(place), \(byte)")
        guard case .failure = verdict else {
          Issue.record("a changed token was taken: place \(place), \(byte)")
          return
        }
      }
    }
    for length in bytes.indices {
      let cut = String(decoding: bytes[..<length], as: UTF8.self)
      #expect(verdict(cut, known) == verdict(cut, try keys()), "length \(length)")
    }
    #expect(verdict(token + "A", known) == .failure(.badSignature))
    #expect(verdict(token + ".", known) == .failure(.badShape))
  }

  @Test
  func `a header that was remembered serves no payload of another kind`() throws {
    let known = try keys()
    let header: JSONObject = ["b64": false, "crit": ["b64"]]
    let token = try JOSEFixtures.sign(
      "plain",
      key: JOSEFixtures.hmacKey,
      .hs256,
      header: header
    )
    let lenient = JWS.Options(allowsUnencodedPayload: true)
    for _ in 0..<2 {
      #expect(verdict(token, known, lenient) == .success(Array("plain".utf8)))
      #expect(verdict(token, known) == .failure(.badUnencodedPayload))
    }
  }

  @Test
  func `more headers than there are places push one another out and still verify`() throws {
    let known = try keys()
    let tokens = try (0..<9).map {
      try JOSEFixtures.sign(
        "\($0)",
        key: JOSEFixtures.hmacKey,
        .hs256,
        header: ["typ": .string("t\($0)")]
      )
    }
    for _ in 0..<3 {
      for (number, token) in tokens.enumerated() {
        let verified = try JWS.verify(token, keys: known)
        #expect(verified.payload == Array("\(number)".utf8))
        #expect(verified.header.protected["typ"]?.string == "t\(number)")
      }
    }
  }
}
