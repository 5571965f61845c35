import Crypto
import Standards
import Testing

@Suite
struct SignatureTemplateTests {
  private static func sorted(
    _ assign: String,
    _ join: String,
    encoded: Bool = false,
    without: Set<String> = []
  ) -> SignatureTemplate.Part {
    .sortedParameters(assign: assign, join: join, encoded: encoded, without: without)
  }

  private static let cases: [(SignatureTemplate, [(String, String)], String, String)] = [
    // Sorted names and values run together, then the secret.
    (
      SignatureTemplate([sorted("", ""), .value("secret")], .digest(.md5), output: .hex),
      [("token", "yyy"), ("method", "auth.getSession"), ("api_key", "xxx")], "",
      "006b77f9f2360b8959c28c46efe54d1e"
    ),
    // The secret, a bar and the code.
    (
      SignatureTemplate(
        [.value("word"), .literal("|"), .value("code")],
        .digest(.sha256),
        output: .hex
      ), [], "", "875ccbea123ce4cf3682ad9f52be303c7a92c2eddf00e24bbeb583c3bf28765a"
    ),
    // A callback's parameters without the signature itself.
    (
      SignatureTemplate(
        [sorted("=", "&", without: ["hmac"])],
        .hmac(.sha256, key: "hush"),
        output: .hex
      ),
      [
        ("shop", "some-shop.myshopify.com"), ("code", "0907a61c0c8d55e99db179b68161bc00"),
        ("timestamp", "1337178173"), ("hmac", "x"),
      ], "", "4712bf92ffc2917d15a2f5a273e39f0116667419aa4b6ac0b3baaf26fa3c4d20"
    ),
    // A body and a timestamp.
    (
      SignatureTemplate([.body, .value("time")], .hmac(.sha512, key: "k"), output: .base64), [],
      #"{"a":1}"#,
      "i6pKLrKYQLl55CJpsEVHRF6L6yO9L2rPqlcPbBscl8BzQSJE23lcTbM53IJap1CgR+XbRWNmx+BZ69+3TiObdw=="
    ),
    // Lines of parameters, keyed with a hashed token.
    (
      SignatureTemplate(
        [sorted("=", "\n", without: ["hash"])],
        .hmacWithHashedKey(.sha256, key: "bot"),
        output: .hex
      ), [("id", "7"), ("first_name", "A"), ("auth_date", "1"), ("hash", "x")], "",
      "41e1eb1ee7993c74d6c285b88305ec44cbd29428a4baade4608f09cb2ff16efa"
    ),
    (
      SignatureTemplate([sorted("=", "&", encoded: true)], .digest(.sha1), output: .upperHex),
      [("a b", "&")], "", "B0295A320785A634163C024FBD700942CAC8D171"
    ),
    (
      SignatureTemplate([.value("byte")], .digest(.sha256), output: .base64URL), [], "",
      "qBAK5qoZQNC2Y7sxzUZhQuu9vVGHExuS2TgYmHgy64k"
    ),
  ]

  private static let values: [String: Secret] = [
    "secret": Secret("mysecret"), "word": Secret("secret"), "code": Secret("code"),
    "hush": Secret("hush"), "time": Secret("1700000000"), "k": Secret("k"),
    "bot": Secret("bot:token"), "byte": Secret([0xFF]),
  ]

  @Test(arguments: cases.indices)
  func `signatures are put together as providers ask for`(_ index: Int) throws {
    let (template, parameters, body, expected) = Self.cases[index]
    let signature = try template.evaluate(
      values: Self.values,
      parameters: Parameters(parameters),
      body: Array(body.utf8),
      hashing: OpenSSLHashing()
    )
    #expect(String(decoding: signature, as: UTF8.self) == expected)
  }

  @Test
  func `a missing value is named`() {
    let template = SignatureTemplate([.value("gone")], .digest(.sha1), output: .hex)
    #expect(throws: SignatureTemplate.Fault.missingValue(name: "gone")) {
      try template.evaluate(values: [:], hashing: OpenSSLHashing())
    }
  }

  @Test
  func `a private key signs sorted parameters, and only where there is one`() throws {
    let template = SignatureTemplate([Self.sorted("=", "&")], .rsa(.sha256), output: .base64)
    let parameters = Parameters([("b", "2"), ("a", "é"), ("b", "1")])
    let key = try RSAFixture.privateKey
    let signature = try template.evaluate(
      values: [:],
      parameters: parameters,
      hashing: OpenSSLHashing(),
      privateKey: try OpenSSLSignatures().rsaSigner(key, hash: .sha256)
    )
    let bytes = try Base64.decode(signature)
    let verifier = try OpenSSLSignatures().rsaVerifier(key, hash: .sha256)
    #expect(verifier.isValid(bytes, for: Array("a=é&b=1&b=2".utf8)))
    #expect(!verifier.isValid(bytes, for: Array("a=é&b=2&b=1".utf8)))
    #expect(throws: SignatureTemplate.Fault.noPrivateKey) {
      try template.evaluate(values: [:], hashing: OpenSSLHashing())
    }
    #expect(template.formula == "base64(RSASSA-PKCS1-v1_5-SHA-256(private_key, sorted_parameters))")
  }

  @Test
  func `the formula names values and shows none`() {
    let formula = Self.cases[0].0.formula
    #expect(formula == "hex(MD5(sorted_parameters secret))")
    #expect(Self.cases[4].0.formula == "hex(HMAC-SHA-256(SHA-256(bot), sorted_parameters))")
  }
}
