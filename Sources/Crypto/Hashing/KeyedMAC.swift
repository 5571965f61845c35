import COpenSSL
import Standards

/// Owns an HMAC key in the form in which each message begins (RFC 2104 §4), and wipes it at the end.
struct KeyedMAC: ~Copyable {
  private let key: UnsafeMutablePointer<authrun_hmac_key>
  private let size: Int

  /// Takes a key of any length, none included.
  init(key bytes: [UInt8], _ algorithm: HashAlgorithm) {
    key = .allocate(capacity: 1)
    size = algorithm.byteCount
    guard authrun_hmac_take_key(key, algorithm.hmacHash, bytes, bytes.count) == 1 else {
      fatalError("libcrypto takes no HMAC key")
    }
  }

  deinit {
    OPENSSL_cleanse(key, MemoryLayout<authrun_hmac_key>.size)
    key.deallocate()
  }

  /// The keyed digest of `message` (RFC 2104 §2).
  func authenticate(_ message: Span<UInt8>) -> AuthenticationCode {
    AuthenticationCode(count: size) { write(message, into: $0.baseAddress) }
  }

  /// The keyed digest of `message` as an array of its own.
  func authenticate(_ message: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: size) { output, count in
      write(message.span, into: output.baseAddress)
      count = size
    }
  }

  /// Whether `code` is the keyed digest of `message`, in a time that tells nothing of where it differs.
  func isValid(_ code: [UInt8], for message: Span<UInt8>) -> Bool {
    guard code.count == size else { return false }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { expected in
      write(message, into: expected.baseAddress)
      return CRYPTO_memcmp(code, expected.baseAddress, size) == 0
    }
  }

  private func write(_ message: Span<UInt8>, into output: UnsafeMutablePointer<UInt8>?) {
    let isDone = message.withUnsafeBufferPointer { message in
      authrun_hmac(key, message.baseAddress, message.count, output)
    }
    guard isDone == 1 else { fatalError("libcrypto cannot compute an HMAC") }
  }
}

extension HashAlgorithm {
  fileprivate var hmacHash: authrun_hash {
    switch self {
    case .md5: authrun_md5
    case .sha1: authrun_sha1
    case .sha256: authrun_sha256
    case .sha384: authrun_sha384
    case .sha512: authrun_sha512
    }
  }
}
