/// How the content key of a JWE reaches its reader (RFC 7518 §4); RSA1_5 is not among them.
package enum KeyManagementAlgorithm: String, Hashable, Sendable, CaseIterable {
  case direct = "dir"
  case rsaOAEP = "RSA-OAEP"
  case rsaOAEP256 = "RSA-OAEP-256"
  case a128KW = "A128KW"
  case a192KW = "A192KW"
  case a256KW = "A256KW"
  case a128GCMKW = "A128GCMKW"
  case a192GCMKW = "A192GCMKW"
  case a256GCMKW = "A256GCMKW"
  case ecdhES = "ECDH-ES"
  case ecdhESA128KW = "ECDH-ES+A128KW"
  case ecdhESA192KW = "ECDH-ES+A192KW"
  case ecdhESA256KW = "ECDH-ES+A256KW"
  case pbes2HS256A128KW = "PBES2-HS256+A128KW"
  case pbes2HS384A192KW = "PBES2-HS384+A192KW"
  case pbes2HS512A256KW = "PBES2-HS512+A256KW"

  /// What the algorithm does.
  enum Family {
    case direct, rsa, wrap, gcm, agreement, password
  }

  var family: Family {
    switch self {
    case .direct: .direct
    case .rsaOAEP, .rsaOAEP256: .rsa
    case .a128KW, .a192KW, .a256KW: .wrap
    case .a128GCMKW, .a192GCMKW, .a256GCMKW: .gcm
    case .ecdhES, .ecdhESA128KW, .ecdhESA192KW, .ecdhESA256KW: .agreement
    case .pbes2HS256A128KW, .pbes2HS384A192KW, .pbes2HS512A256KW: .password
    }
  }

  /// Whether the key is a password, from which the real one is made with much work (RFC 7518 §4.8).
  package var takesPassword: Bool { family == .password }

  /// The length in bytes of the key that wraps the content key; `nil` where none does.
  var wrappingKeySize: Int? {
    switch self {
    case .direct, .rsaOAEP, .rsaOAEP256, .ecdhES: nil
    case .a128KW, .a128GCMKW, .ecdhESA128KW, .pbes2HS256A128KW: 16
    case .a192KW, .a192GCMKW, .ecdhESA192KW, .pbes2HS384A192KW: 24
    case .a256KW, .a256GCMKW, .ecdhESA256KW, .pbes2HS512A256KW: 32
    }
  }

  /// The hash of OAEP or of the password's derivation.
  var hash: HashAlgorithm {
    switch self {
    case .rsaOAEP: .sha1
    case .pbes2HS384A192KW: .sha384
    case .pbes2HS512A256KW: .sha512
    default: .sha256
    }
  }

  /// Whether the reader must find no encrypted key (RFC 7516 §5.2, steps 10 and 11).
  var hasNoEncryptedKey: Bool { self == .direct || self == .ecdhES }

  private static let agreementCurves: Set<KeyCurve> = [.p256, .p384, .p521, .x25519, .x448]

  /// Throws unless `key` is of the right type and length and permitted for the algorithm.
  func check(
    _ key: JWK,
    encryption: ContentEncryption,
    toDecrypt: Bool
  ) throws(JWKError) {
    var names = [rawValue]
    switch (family, key.material) {
    case (.rsa, .rsa(let rsa)): try RSAKeyCheck.check(rsa)
    case (.direct, .symmetric(let secret)):
      guard secret.bytes.count == encryption.keySize else { throw .badKeyLength }
      names.append(encryption.rawValue)
    case (.wrap, .symmetric(let secret)), (.gcm, .symmetric(let secret)):
      guard secret.bytes.count == wrappingKeySize else { throw .badKeyLength }
    case (.password, .symmetric(let secret)):
      guard !secret.isEmpty else { throw .badKeyLength }
    case (.agreement, .ec(let ec)):
      guard Self.agreementCurves.contains(ec.curve) else { throw .algorithmMismatch }
    case (.agreement, .okp(let okp)):
      guard Self.agreementCurves.contains(okp.curve) else { throw .algorithmMismatch }
    default: throw .algorithmMismatch
    }
    if toDecrypt, !key.isPrivate { throw .notPrivate }
    try key.checkPermission(
      use: "enc",
      operations: toDecrypt
        ? ["decrypt", "unwrapKey", "deriveKey", "deriveBits"]
        : ["encrypt", "wrapKey", "deriveKey", "deriveBits"],
      algorithms: names
    )
  }
}
