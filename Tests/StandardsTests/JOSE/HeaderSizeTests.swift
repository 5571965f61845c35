import Crypto
import Standards
import Testing

/// Found by measuring large inputs: comparing the names of 25,000 members took half a minute.
@Suite
struct HeaderSizeTests {
  private static func members(_ count: Int) -> JSONObject {
    JSONObject((0..<count).map { ("m\($0)", .integer(1)) })
  }

  private static func encoded(_ object: JSONObject) -> String {
    Base64URL.encode(object.serializedBytes)
  }

  private static func header(_ count: Int, _ first: [(String, JSONValue)]) -> JSONObject {
    JSONObject(first + members(count).members.map { ($0.name, $0.value) })
  }

  @Test
  func `J-29 a JWS header of hundreds of members is refused before they are compared`() throws {
    let keys = try JWSVerificationKeys(
      JOSEFixtures.key(JOSEFixtures.hmacKey),
      algorithms: [.hs256],
      provider: JOSEFixtures.signatures
    )
    for (count, error) in [(255, JWSError.badSignature), (256, .badHeader)] {
      let protected = Self.encoded(Self.header(count, [("alg", "HS256")]))
      #expect(throws: error) { try JWS.verify("\(protected).e30.AA", keys: keys) }
    }
    for (count, error) in [(255, JWSError.badSignature), (256, .badHeader)] {
      let object: JSONObject = [
        "protected": .string(Self.encoded(["alg": "HS256"])),
        "header": .object(Self.members(count)), "payload": "e30", "signature": "AA",
      ]
      #expect(throws: error) { try JWS.verify(json: object, keys: keys) }
    }
  }

  @Test
  func `J-29 a JWE header of hundreds of members is refused before they are compared`() throws {
    let key = try JOSEFixtures.key(#"{"kty":"oct","k":"GawgguFyGrWKav7AX4VKUg"}"#)
    let keys = JWEDecryptionKeys([key], algorithms: [.direct])
    for (count, error) in [(254, JWEError.cannotDecrypt), (255, .badHeader)] {
      let part = Self.encoded(["alg": "dir", "enc": "A128GCM"])
      let object: JSONObject = [
        "protected": .string(part), "unprotected": .object(Self.members(count)), "iv": "AA",
        "ciphertext": "AA", "tag": "AA",
      ]
      #expect(throws: error) {
        try JWE.decrypt(json: object, keys: keys, primitives: OpenSSLEncryption())
      }
      let protected = Self.encoded(Self.header(count, [("alg", "dir"), ("enc", "A128GCM")]))
      #expect(throws: error) {
        try JWE.decrypt("\(protected)..AA.AA.AA", keys: keys, primitives: OpenSSLEncryption())
      }
    }
  }
}
