import Crypto
import Standards

/// The readers of signed tokens.
///
/// Most inputs are read with verifiers that take any signature, so that the search gets past them to
/// all that is checked besides; what is made here is verified with real keys.
func examine(_ input: [UInt8]) {
  let text = String(decoding: input, as: UTF8.self)
  var lenient = JWS.Options.strict
  lenient.allowsUnencodedPayload = true
  // Keys remember the headers that held. Made anew for each input, they must leave nothing behind.
  let credulous = Readers.credulous()
  examineCompact(text, keys: credulous, options: lenient)
  if let strict = try? JWS.verify(text, keys: credulous) {
    expect(strict.header.isPayloadEncoded, "the strict reader takes no unencoded payload")
    let claims = try? JWTClaims.unverified(text)
    if let claims {
      expect(claims.header == strict.header.protected, "both readers see one header")
    }
  }
  expect(
    (try? JWS.verify(text, keys: Readers.real(), options: lenient)) == nil,
    "no forgery is taken"
  )
  if let object = (try? JSONReader.read(input, limits: .signed))?.object {
    examineJSON(object, keys: credulous, options: lenient)
  }
  examineSigning(input)
}

private func examineCompact(_ text: String, keys: JWSVerificationKeys, options: JWS.Options) {
  guard let verified = try? JWS.verify(text, keys: keys, options: options) else { return }
  let again = try? JWS.verify(text, keys: keys, options: options)
  expect(
    again?.payload == verified.payload && again?.header.protected == verified.header.protected,
    "a remembered header reads like a new one"
  )
  let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(
    Array.init
  )
  expect(parts.count == 3, "a compact token has three parts")
  for (index, part) in parts.enumerated() where index != 1 || verified.header.isPayloadEncoded {
    guard let decoded = try? Base64URL.decode(part) else { impossible("each part is base64url") }
    expect(Base64URL.encodedBytes(decoded) == part, "each part is canonical")
  }
  examineHeader(verified.header)
  // The same token in the other serialization means the same.
  let object: JSONObject = [
    "protected": .string(String(decoding: parts[0], as: UTF8.self)),
    "payload": .string(String(decoding: parts[1], as: UTF8.self)),
    "signature": .string(String(decoding: parts[2], as: UTF8.self)),
  ]
  let flattened = try? JWS.verify(json: object, keys: keys, options: options)
  expect(flattened?.first?.payload == verified.payload, "both serializations mean the same")
}

private func examineHeader(_ header: JWSHeader) {
  let name = (header.protected["alg"] ?? header.unprotected["alg"])?.string
  expect(name == header.algorithm.rawValue, "the algorithm is the one that is named")
  if let critical = header.protected["crit"] {
    expect(critical == ["b64"], "nothing is critical that is not understood")
    expect(header.protected["b64"] != nil, "what is critical is there")
  }
  expect(header.unprotected["crit"] == nil, "only what is protected is critical")
}

private func examineJSON(
  _ object: JSONObject,
  keys: JWSVerificationKeys,
  options: JWS.Options
) {
  guard let results = try? JWS.verify(json: object, keys: keys, options: options) else { return }
  expect(!results.isEmpty, "what is taken has a signature")
  expect(
    results.allSatisfy { $0.payload == results[0].payload },
    "all signatures cover one payload"
  )
  results.forEach { examineHeader($0.header) }
  let again = try? JSONReader.read(object.serializedBytes, limits: .signed).object
  expect(again == object, "a token in JSON survives being written")
}

/// Reads and signs what comes after the first line with the members of the first line in the header.
private func examineSigning(_ input: [UInt8]) {
  let parts = input.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
  guard parts.count == 2, let header = (try? JSONReader.read(Array(parts[0])))?.object else {
    return
  }
  let payload = Array(parts[1])
  // As a token too, since most changes to an encoded header only break its encoding.
  let compact = [Array(parts[0]), payload, [1]].map { Base64URL.encode($0) }.joined(separator: ".")
  examineCompact(compact, keys: Readers.credulous(), options: .strict)
  var options = JWS.Options.strict
  options.allowsUnencodedPayload = true
  guard let token = try? JWS.sign(payload, header: header, with: Readers.signing) else { return }
  let real = Readers.real()
  guard let verified = try? JWS.verify(token, keys: real, options: options) else {
    // Two limits are the reader's alone.
    let isLarge = header.serializedBytes.count > 60_000 || header.isDeep
    expect(isLarge || header["kid"] != nil, "what is signed verifies")
    return
  }
  expect(verified.payload == payload, "what is signed is what is read")
  var broken = Array(token.utf8)
  broken[broken.count - 2] = broken[broken.count - 2] == 0x41 ? 0x42 : 0x41
  let isTaken =
    (try? JWS.verify(String(decoding: broken, as: UTF8.self), keys: real, options: options)) != nil
  expect(!isTaken, "a changed signature is refused")
}

extension JSONObject {
  /// Whether it may nest deeper than a header.
  fileprivate var isDeep: Bool {
    serializedBytes.count { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") } > 10
  }
}

private enum Readers {
  static let keyText =
    #"{"kty":"oct","kid":"k","k":"AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"}"#
  static let ecText =
    #"{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}"#

  static let key = read(keyText)
  static let ecKey = read(ecText)
  static let signing = makeSigning()

  static func credulous() -> JWSVerificationKeys { keys([key, ecKey], CredulousProvider()) }
  static func real() -> JWSVerificationKeys { keys([key], OpenSSLSignatures()) }

  static func read(_ text: String) -> JWK {
    guard let key = try? JWK.read(Array(text.utf8)) else { impossible("the key is sound") }
    return key
  }

  static func keys(_ keys: [JWK], _ provider: any SignatureProvider) -> JWSVerificationKeys {
    // A set with keys of both kinds would lose the symmetric ones when read from text.
    JWSVerificationKeys(
      JWKSet(keys: keys),
      algorithms: [.hs256, .hs512, .es256],
      provider: provider
    )
  }

  static func makeSigning() -> JWSSigningKey {
    guard let signing = try? JWSSigningKey(key, algorithm: .hs256, provider: OpenSSLSignatures())
    else { impossible("the key is sound") }
    return signing
  }
}

/// Takes any signature.
private struct CredulousProvider: SignatureProvider, MessageSigner, MessageVerifier {
  func signer(_ key: JWK, _ algorithm: SignatureAlgorithm) throws(JWKError) -> any MessageSigner {
    self
  }
  func verifier(_ key: JWK, _ algorithm: SignatureAlgorithm) throws(JWKError) -> any MessageVerifier
  {
    self
  }
  func sign(_ message: [UInt8]) -> [UInt8]? { [0] }
  func isValid(_ signature: [UInt8], for message: ArraySlice<UInt8>) -> Bool { true }
}
