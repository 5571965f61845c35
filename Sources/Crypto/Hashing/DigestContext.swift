import COpenSSL
import Standards

/// Owns a libcrypto digest context that is set up for one algorithm and used again and again.
struct DigestContext: ~Copyable {
  private let context: OpaquePointer
  private let size: Int

  init(_ algorithm: HashAlgorithm) {
    guard let context = EVP_MD_CTX_new(),
      let digest = EVP_MD_fetch(nil, algorithm.openSSLName, nil)
    else { fatalError("libcrypto offers no \(algorithm.rawValue)") }
    // The context holds its own reference to the digest.
    defer { EVP_MD_free(digest) }
    guard EVP_DigestInit_ex2(context, digest, nil) == 1 else {
      fatalError("libcrypto cannot start \(algorithm.rawValue)")
    }
    self.context = context
    size = Int(EVP_MD_get_size(digest))
  }

  deinit {
    EVP_MD_CTX_free(context)
  }

  mutating func digest(_ message: ArraySlice<UInt8>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: size) { output, count in
      let isFed = message.withUnsafeBufferPointer { message in
        EVP_DigestInit_ex2(context, nil, nil) == 1
          && EVP_DigestUpdate(context, message.baseAddress, message.count) == 1
      }
      guard isFed,
        EVP_DigestFinal_ex(context, output.baseAddress, nil) == 1
      else { fatalError("libcrypto cannot compute a digest") }
      count = size
    }
  }
}

extension DigestContext {
  /// The first `count` bytes of SHAKE256 (FIPS 202 §6.2).
  static func shake256(_ message: [UInt8], count: Int) -> [UInt8] {
    guard let context = EVP_MD_CTX_new() else { fatalError("libcrypto offers no SHAKE256") }
    defer { EVP_MD_CTX_free(context) }
    return [UInt8](unsafeUninitializedCapacity: count) { output, filled in
      guard EVP_DigestInit_ex2(context, EVP_shake256(), nil) == 1,
        EVP_DigestUpdate(context, message, message.count) == 1,
        EVP_DigestFinalXOF(context, output.baseAddress, count) == 1
      else { fatalError("libcrypto cannot compute SHAKE256") }
      filled = count
    }
  }
}

extension HashAlgorithm {
  /// The name under which libcrypto's providers know the function.
  var openSSLName: String {
    switch self {
    case .md5: "MD5"
    case .sha1: "SHA1"
    case .sha256: "SHA256"
    case .sha384: "SHA384"
    case .sha512: "SHA512"
    }
  }

  /// The length of a digest in bytes.
  var byteCount: Int {
    switch self {
    case .md5: 16
    case .sha1: 20
    case .sha256: 32
    case .sha384: 48
    case .sha512: 64
    }
  }
}
