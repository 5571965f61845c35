import COpenSSL
import Standards
import Synchronization

/// RSA and ECDSA: the message is hashed, then the hash is signed, with contexts that are set up once.
final class DigestSignature: MessageSigner, MessageVerifier {
  private let context: Mutex<DigestSigningContext>
  /// The length of r and of s for ECDSA.
  private let coordinateSize: Int?

  convenience init(_ key: JWK, _ algorithm: SignatureAlgorithm, toSign: Bool) throws(JWKError) {
    guard let hash = algorithm.hash else { throw .algorithmMismatch }
    try self.init(key, family: algorithm.family, hash: hash, toSign: toSign)
  }

  init(
    _ key: JWK,
    family: SignatureAlgorithm.Family,
    hash: HashAlgorithm,
    toSign: Bool
  ) throws(JWKError) {
    let handle = try KeyHandle.make(key)
    do throws(CryptoError) {
      context = Mutex(
        try DigestSigningContext(handle, family: family, hash: hash, toSign: toSign)
      )
    } catch {
      throw .inconsistent
    }
    if case .ec(let ec) = key.material {
      coordinateSize = ec.curve.byteCount
    } else {
      coordinateSize = nil
    }
  }

  func sign(_ message: [UInt8]) -> [UInt8]? {
    guard let signature = context.withLock({ $0.sign(message) }) else { return nil }
    guard let coordinateSize else { return signature }
    return ECDSASignature.raw(der: signature, count: coordinateSize)
  }

  func isValid(_ signature: [UInt8], for message: ArraySlice<UInt8>) -> Bool {
    guard let coordinateSize else {
      return context.withLock { $0.isValid(signature, for: message) }
    }
    guard let der = ECDSASignature.der(raw: signature, count: coordinateSize) else { return false }
    return context.withLock { $0.isValid(der, for: message) }
  }
}

/// Owns libcrypto's context for one key, one padding and one direction.
struct DigestSigningContext: ~Copyable {
  private let context: OpaquePointer
  private var digest: DigestContext
  private let maximumSize: Int

  init(
    _ key: borrowing KeyHandle,
    family: SignatureAlgorithm.Family,
    hash: HashAlgorithm,
    toSign: Bool
  ) throws(CryptoError) {
    // The context holds its own reference to the key.
    guard let context = EVP_PKEY_CTX_new(key.pointer, nil) else {
      throw CryptoError("prepare a signature")
    }
    guard Self.prepare(context, family: family, hash: hash, toSign: toSign) else {
      EVP_PKEY_CTX_free(context)
      throw CryptoError("prepare a signature")
    }
    self.context = context
    digest = DigestContext(hash)
    maximumSize = Int(EVP_PKEY_get_size(key.pointer))
  }

  deinit {
    EVP_PKEY_CTX_free(context)
  }

  private static func prepare(
    _ context: OpaquePointer,
    family: SignatureAlgorithm.Family,
    hash: HashAlgorithm,
    toSign: Bool
  ) -> Bool {
    guard (toSign ? EVP_PKEY_sign_init(context) : EVP_PKEY_verify_init(context)) == 1 else {
      return false
    }
    switch family {
    case .rsaPKCS1:
      guard EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1 else { return false }
    case .rsaPSS:
      guard EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PSS_PADDING) == 1,
        EVP_PKEY_CTX_set_rsa_pss_saltlen(context, RSA_PSS_SALTLEN_DIGEST) == 1,
        EVP_PKEY_CTX_set_rsa_mgf1_md(context, hash.openSSLDigest) == 1
      else { return false }
    case .ecdsa: break
    case .hmac, .edwards: return false
    }
    return EVP_PKEY_CTX_set_signature_md(context, hash.openSSLDigest) == 1
  }

  mutating func sign(_ message: [UInt8]) -> [UInt8]? {
    let hash = digest.digest(message[...])
    let signature = [UInt8](unsafeUninitializedCapacity: maximumSize) { buffer, filled in
      var size = maximumSize
      let isSigned = EVP_PKEY_sign(context, buffer.baseAddress, &size, hash, hash.count) == 1
      filled = isSigned ? size : 0
    }
    guard signature.isEmpty else { return signature }
    ERR_clear_error()
    return nil
  }

  mutating func isValid(_ signature: [UInt8], for message: ArraySlice<UInt8>) -> Bool {
    let hash = digest.digest(message)
    let isValid = EVP_PKEY_verify(context, signature, signature.count, hash, hash.count) == 1
    if !isValid { ERR_clear_error() }
    return isValid
  }
}

extension HashAlgorithm {
  /// Libcrypto's constant for the function; not to be released.
  var openSSLDigest: OpaquePointer? {
    switch self {
    case .md5: EVP_md5()
    case .sha1: EVP_sha1()
    case .sha256: EVP_sha256()
    case .sha384: EVP_sha384()
    case .sha512: EVP_sha512()
    }
  }
}
