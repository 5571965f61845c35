import Crypto
import Rivals
import Standards

/// Signing and verifying a small token with each algorithm.
enum JWSContests {
  private static let claims =
    #"{"iss":"https://issuer.example","sub":"4711","aud":"api","exp":4102444800,"iat":1767225600}"#

  /// All but one name: EdDSA with a key on Ed25519 and Ed25519 are the same work.
  static let algorithms = SignatureAlgorithm.allCases.filter { $0 != .ed25519 }

  static func make(_ algorithm: SignatureAlgorithm) throws -> [Contest] {
    try make(algorithm, key(algorithm))
  }

  private static func key(_ algorithm: SignatureAlgorithm) throws -> JWK {
    switch algorithm {
    case .hs256: KeyGenerator.symmetric(byteCount: 32)
    case .hs384: KeyGenerator.symmetric(byteCount: 48)
    case .hs512: KeyGenerator.symmetric(byteCount: 64)
    case .es256: try KeyGenerator.key(on: .p256)
    case .es384: try KeyGenerator.key(on: .p384)
    case .es512: try KeyGenerator.key(on: .p521)
    case .es256k: try KeyGenerator.key(on: .secp256k1)
    case .edDSA: try KeyGenerator.key(on: .ed25519)
    case .ed448: try KeyGenerator.key(on: .ed448)
    default: try KeyGenerator.rsa(bits: 2048)
    }
  }

  private static func make(_ algorithm: SignatureAlgorithm, _ key: JWK) throws -> [Contest] {
    let provider = OpenSSLSignatures()
    let signing = try JWSSigningKey(key, algorithm: algorithm, provider: provider)
    let keys = try JWSVerificationKeys(key, algorithms: [algorithm], provider: provider)
    let payload = Array(claims.utf8)
    let token = try JWS.sign(payload, with: signing)
    let message = Array(token.utf8.prefix { _ in true })
    let input = Array(message[..<(message.lastIndex(of: UInt8(ascii: ".")) ?? 0)])
    let bare = try bareCalls(algorithm, key, input)
    var sign = [
      Contestant("authrun") { (try? JWS.sign(payload, with: signing)) != nil }, bare.sign,
    ]
    var verify = [
      Contestant("authrun") { (try? JWS.verify(token, keys: keys)) != nil }, bare.verify,
    ]
    let strangers = try strangers(payload, signing)
    var turn = 0
    let first = [
      Contestant("authrun") {
        turn = (turn + 1) % strangers.count
        return (try? JWS.verify(strangers[turn], keys: keys)) != nil
      }, bare.verify,
    ]
    if let jwt = try libjwt(algorithm, key, token: token) {
      sign.append(jwt.sign)
      verify.append(jwt.verify)
    }
    if let rhonabwy = rhonabwy(algorithm, key, payload: payload, token: token) {
      sign.append(rhonabwy.sign)
      verify.append(rhonabwy.verify)
    }
    return [
      Contest(name: "\(algorithm.rawValue) sign", contestants: sign),
      Contest(name: "\(algorithm.rawValue) verify", contestants: verify),
      Contest(name: "\(algorithm.rawValue) verify, new header", contestants: first),
    ]
  }

  /// Tokens in such number, each with a header of its own, that no header is remembered when its turn comes.
  private static func strangers(
    _ payload: [UInt8],
    _ key: JWSSigningKey
  ) throws -> [String] {
    try (0..<64).map { try JWS.sign(payload, header: ["x": .integer(100 + $0)], with: key) }
  }

  private typealias Pair = (sign: Contestant, verify: Contestant)

  private static func bareCalls(
    _ algorithm: SignatureAlgorithm,
    _ key: JWK,
    _ input: [UInt8]
  ) throws -> Pair {
    let digest: String? =
      switch algorithm.hash {
      case .sha256?: "SHA256"
      case .sha384?: "SHA384"
      case .sha512?: "SHA512"
      default: nil
      }
    if case .symmetric(let secret) = key.material {
      let bytes = secret.bytes
      guard let mac = bare_mac_new(bytes, bytes.count, digest) else { fatalError("no HMAC") }
      var output = [UInt8](repeating: 0, count: 64)
      let run = Contestant("bare EVP") { bare_mac_run(mac, input, input.count, &output) == 1 }
      return (run, run)
    }
    let pss: Int32 = algorithm.family == .rsaPSS ? 1 : 0
    let privatePEM = try KeyPEM.write(key, as: .pkcs8)
    let publicPEM = try KeyPEM.write(key, as: .subjectPublicKeyInfo)
    guard let signer = bare_key_new(privatePEM, 1, digest, pss),
      let verifier = bare_key_new(publicPEM, 0, digest, pss)
    else { fatalError("libcrypto does not take the key") }
    var output = [UInt8](repeating: 0, count: 1024)
    var size = output.count
    guard bare_sign(signer, input, input.count, &output, &size) == 1 else {
      fatalError("libcrypto does not sign")
    }
    let signature = Array(output[..<size])
    return (
      Contestant("bare EVP") {
        var size = output.count
        return bare_sign(signer, input, input.count, &output, &size) == 1
      },
      Contestant("bare EVP") {
        bare_verify(verifier, input, input.count, signature, signature.count) == 1
      }
    )
  }

  private static func libjwt(
    _ algorithm: SignatureAlgorithm,
    _ key: JWK,
    token: String
  ) throws -> Pair? {
    let secret: [UInt8]
    let verifying: [UInt8]
    if case .symmetric(let bytes) = key.material {
      secret = bytes.bytes
      verifying = secret
    } else {
      secret = Array(try KeyPEM.write(key, as: .pkcs8).utf8)
      verifying = Array(try KeyPEM.write(key, as: .subjectPublicKeyInfo).utf8)
    }
    guard let made = libjwt_new(algorithm.rawValue, secret, Int(secret.count), claims) else {
      return nil
    }
    return (
      Contestant("libjwt") { libjwt_sign(made) > 0 },
      Contestant("libjwt") { libjwt_verify(token, verifying, verifying.count) == 1 }
    )
  }

  private static func rhonabwy(
    _ algorithm: SignatureAlgorithm,
    _ key: JWK,
    payload: [UInt8],
    token: String
  ) -> Pair? {
    let publicKey = key.publicKey ?? key
    let privateText = JSONValue.object(key.members(includingPrivate: true)).serialized
    let publicText = JSONValue.object(publicKey.members(includingPrivate: key.isSymmetric))
      .serialized
    guard let signer = rhonabwy_new(privateText, algorithm.rawValue),
      let verifier = rhonabwy_new(publicText, algorithm.rawValue),
      rhonabwy_sign(signer, payload, payload.count) > 0, rhonabwy_verify(verifier, token) == 1
    else { return nil }
    return (
      Contestant("librhonabwy") { rhonabwy_sign(signer, payload, payload.count) > 0 },
      Contestant("librhonabwy") { rhonabwy_verify(verifier, token) == 1 }
    )
  }
}
