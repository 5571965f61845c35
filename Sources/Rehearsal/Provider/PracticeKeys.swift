import Crypto
import Providers
import Standards

/// Keys and certificates for a client that has to have some, made up for one rehearsal.
struct PracticeKeys {
  /// Option values, as a user would give them.
  private(set) var values: [String: String] = [:]
  private(set) var publicKey: JWK?

  /// Long enough for every shared key (RFC 7518 §3.2).
  private static let sharedKey = String(repeating: "0123456789abcdef", count: 8)

  init(_ descriptor: Descriptor) throws(RehearsalError) {
    let oauth2 = descriptor.oauth2
    if oauth2?.clientAuthentication == .clientSecretJWT
      || oauth2?.oidc?.algorithms.contains(where: { $0.family == .hmac }) == true
    {
      values["client_secret"] = Self.sharedKey
    }
    do {
      if descriptor.option("private_key")?.staysHere == true {
        var spec = descriptor.jwt?.token ?? oauth2?.assertion ?? AssertionSpec()
        // RFC 5849 §3.4.3 knows no other keys.
        if descriptor.oauth1 != nil { spec.algorithm = .rs256 }
        try makeKey(spec, oauth2?.jar)
      }
      if descriptor.option("tls_key")?.staysHere == true {
        let issued = try ThrowAwayAuthority().issue(names: ["client.practice.example"])
        values["tls_certificate"] = issued.certificatePEM
        values["tls_key"] = issued.privateKeyPEM
      }
    } catch {
      throw RehearsalError("a key for \(descriptor.id) could not be made")
    }
  }

  private mutating func makeKey(_ spec: AssertionSpec, _ jar: AssertionSpec?) throws {
    guard spec.keyForm == .pem else {
      values["private_key"] = Self.sharedKey
      let bytes: [UInt8] =
        switch spec.keyForm {
        case .hex: (try? Hex.decode(Self.sharedKey)) ?? []
        case .base64: (try? Base64.decode(Self.sharedKey)) ?? []
        case .text, .pem: Array(Self.sharedKey.utf8)
        }
      publicKey = JWK(.symmetric(Secret(bytes)))
      return
    }
    let key = try Self.key(for: spec.algorithm ?? jar?.algorithm ?? .es256)
    publicKey = key.publicKey
    values["private_key"] = try KeyPEM.write(key, as: .pkcs8)
  }

  /// A private key that suits the algorithm.
  static func key(for algorithm: SignatureAlgorithm) throws(CryptoError) -> JWK {
    switch algorithm {
    case .es384: try KeyGenerator.key(on: .p384)
    case .es512: try KeyGenerator.key(on: .p521)
    case .es256k: try KeyGenerator.key(on: .secp256k1)
    case .edDSA, .ed25519: try KeyGenerator.key(on: .ed25519)
    case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512: try KeyGenerator.rsa()
    default: try KeyGenerator.key(on: .p256)
    }
  }
}
