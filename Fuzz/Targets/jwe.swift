import Crypto
import Standards

/// The readers of encrypted tokens.
///
/// Inputs are opened with arithmetic that takes any tag, so that the search gets past it to all that is
/// checked besides; what is made here is opened with libcrypto.
func examine(_ input: [UInt8]) {
  let text = String(decoding: input, as: UTF8.self)
  examineCompact(text)
  for keys in [Readers.symmetric, Readers.agreement] {
    let opened = try? JWE.decrypt(text, keys: keys, primitives: OpenSSLEncryption())
    expect(opened == nil || Readers.seeds.contains(text), "no forgery is opened")
  }
  if let object = (try? JSONReader.read(input, limits: .signed))?.object {
    examineJSON(object)
  }
  examineEncryption(input)
}

private func examineCompact(_ text: String) {
  for keys in [Readers.symmetric, Readers.agreement] {
    guard let opened = try? JWE.decrypt(text, keys: keys, primitives: CredulousPrimitives()) else {
      continue
    }
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(
      Array.init
    )
    expect(parts.count == 5, "a compact token has five parts")
    for part in parts {
      guard let decoded = try? Base64URL.decode(part) else { impossible("each part is base64url") }
      expect(Base64URL.encodedBytes(decoded) == part, "each part is canonical")
    }
    examine(opened.header, keys)
    let names = ["protected", "encrypted_key", "iv", "ciphertext", "tag"]
    let members = zip(names, parts).map {
      ($0, JSONValue.string(String(decoding: $1, as: UTF8.self)))
    }
    let flattened = try? JWE.decrypt(
      json: JSONObject(Array(members)),
      keys: keys,
      primitives: CredulousPrimitives()
    )
    expect(flattened?.plaintext == opened.plaintext, "both serializations mean the same")
  }
}

private func examine(_ header: JWEHeader, _ keys: JWEDecryptionKeys) {
  expect(header.members["zip"] == nil, "nothing compressed is opened")
  expect(header.members["crit"] == nil, "nothing is critical that is not understood")
  expect(
    header.members["alg"]?.string == header.algorithm.rawValue,
    "the algorithm is the one named"
  )
  expect(keys.algorithms.contains(header.algorithm), "the algorithm is one that the caller admits")
  if header.algorithm.rawValue.hasPrefix("PBES2") {
    expect(keys.iterations.contains(Int(header.members["p2c"]?.int64 ?? 0)), "rounds are capped")
  }
}

private func examineJSON(_ object: JSONObject) {
  for keys in [Readers.symmetric, Readers.agreement] {
    let opened = try? JWE.decrypt(json: object, keys: keys, primitives: CredulousPrimitives())
    if let opened { examine(opened.header, keys) }
  }
}

/// Opens and encrypts what comes after the first line, with the members of the first line in the header.
private func examineEncryption(_ input: [UInt8]) {
  let parts = input.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
  guard parts.count == 2, let header = (try? JSONReader.read(Array(parts[0])))?.object else {
    return
  }
  let plaintext = Array(parts[1])
  // As tokens too, since most changes to an encoded header only break its encoding.
  for (key, iv, tag) in [(0, 12, 16), (16, 12, 16), (32, 12, 16), (0, 16, 16), (32, 16, 16)] {
    let fields =
      [Array(parts[0])] + [key, iv].map { [UInt8](repeating: 0, count: $0) }
      + [plaintext, [UInt8](repeating: 0, count: tag)]
    examineCompact(fields.map { Base64URL.encode($0) }.joined(separator: "."))
  }
  let algorithms: [(KeyManagementAlgorithm, JWK)] = [
    (.a128KW, Readers.key16), (.a256GCMKW, Readers.key32), (.direct, Readers.key32),
    (.ecdhES, Readers.x25519), (.ecdhESA128KW, Readers.x25519),
  ]
  let (algorithm, key) = algorithms[plaintext.count % algorithms.count]
  let encryption: ContentEncryption = plaintext.first ?? 0 < 0x50 ? .a256GCM : .a128CBCHS256
  let primitives = OpenSSLEncryption()
  guard
    let token = try? JWE.encrypt(
      plaintext,
      for: JWERecipient(key: key, algorithm: algorithm),
      encryption: encryption,
      header: header,
      primitives: primitives
    )
  else { return }
  let keys = JWEDecryptionKeys([key], algorithms: [algorithm])
  guard let opened = try? JWE.decrypt(token, keys: keys, primitives: primitives) else {
    // Limits of the reader alone, and members with a meaning that the header must not change.
    let names = ["kid", "epk", "apu", "apv", "iv", "tag", "p2s", "p2c"]
    let isSpecial = header.members.contains { names.contains($0.name) }
    let isLarge =
      header.serializedBytes.count { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") } > 10
    expect(isSpecial || isLarge, "what is encrypted is opened")
    return
  }
  expect(opened.plaintext == plaintext, "what is encrypted is what is read")
  var broken = Array(token.utf8)
  broken[broken.count - 2] = broken[broken.count - 2] == 0x41 ? 0x42 : 0x41
  let isOpened =
    (try? JWE.decrypt(String(decoding: broken, as: UTF8.self), keys: keys, primitives: primitives))
    != nil
  expect(!isOpened, "a changed tag is refused")
}

private enum Readers {
  static let key16 = JWK(.symmetric(Secret([UInt8](repeating: 7, count: 16))), keyID: "16")
  static let key32 = JWK(.symmetric(Secret([UInt8](repeating: 7, count: 32))), keyID: "32")
  static let x25519 = makeKey()
  static let symmetric = JWEDecryptionKeys(
    [key16, key32],
    algorithms: [.direct, .a128KW, .a256KW, .a128GCMKW, .a256GCMKW, .pbes2HS256A128KW]
  )
  static let agreement = JWEDecryptionKeys([x25519], algorithms: [.ecdhES, .ecdhESA128KW])
  /// Tokens that were really made for these keys; there are none.
  static let seeds: Set<String> = []

  static func makeKey() -> JWK {
    let text =
      #"{"kty":"OKP","crv":"X25519","x":"hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo","d":"dwdtCnMYpX08FsFyUbJmRd9ML4frwJkqsXf7pR25LCo"}"#
    guard let key = try? JWK.read(Array(text.utf8)) else { impossible("the key is sound") }
    return key
  }
}

/// Opens everything to itself.
private struct CredulousPrimitives: EncryptionPrimitives {
  var hashing: any Hashing { OpenSSLHashing() }
  var random: any RandomSource { Constant() }

  func isEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool { left.count == right.count }
  func encryptOAEP(_ plaintext: [UInt8], key: JWK, hash: HashAlgorithm) -> [UInt8]? { plaintext }
  func decryptOAEP(_ ciphertext: [UInt8], key: JWK, hash: HashAlgorithm) -> [UInt8]? { ciphertext }
  func ephemeralKey(on curve: KeyCurve) -> JWK? { Readers.x25519 }
  func agree(_ privateKey: JWK, with publicKey: JWK) -> [UInt8]? { [1] }
  func wrap(_ key: [UInt8], with wrappingKey: [UInt8]) -> [UInt8]? { key }
  func unwrap(_ wrapped: [UInt8], with wrappingKey: [UInt8]) -> [UInt8]? { wrapped }
  func sealGCM(
    _ plaintext: [UInt8],
    key: [UInt8],
    iv: [UInt8],
    additionalData: [UInt8]
  ) -> SealedContent? { nil }
  func openGCM(
    _ sealed: SealedContent,
    key: [UInt8],
    iv: [UInt8],
    additionalData: [UInt8]
  ) -> [UInt8]? { sealed.ciphertext }
  func encryptCBC(_ plaintext: [UInt8], key: [UInt8], iv: [UInt8]) -> [UInt8]? { plaintext }
  func decryptCBC(_ ciphertext: [UInt8], key: [UInt8], iv: [UInt8]) -> [UInt8]? { ciphertext }
  func deriveKey(
    password: [UInt8],
    salt: [UInt8],
    iterations: Int,
    hash: HashAlgorithm,
    byteCount: Int
  ) -> [UInt8]? { [UInt8](repeating: 0, count: byteCount) }

  private struct Constant: RandomSource {
    func bytes(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
  }
}
