import COpenSSL
import Standards

/// Owns a libcrypto HMAC context; its digest is looked up once, its key changes with each call.
struct MACContext: ~Copyable {
  private let context: OpaquePointer
  private let size: Int

  init(_ algorithm: HashAlgorithm) {
    guard let context = authrun_new_hmac(algorithm.openSSLName) else {
      fatalError("libcrypto offers no HMAC with \(algorithm.rawValue)")
    }
    self.context = context
    size = algorithm.byteCount
  }

  deinit {
    EVP_MAC_CTX_free(context)
  }

  /// The keyed digest of `message` (RFC 2104); the key may have any length, none included.
  mutating func authenticate(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
    // A null pointer would mean the key of the last call, so that an empty key needs an address too.
    let isKeyed =
      key.isEmpty
      ? EVP_MAC_init(context, [0], 0, nil) : EVP_MAC_init(context, key, key.count, nil)
    guard isKeyed == 1 else { fatalError("libcrypto takes no HMAC key") }
    return finish(message)
  }

  /// The keyed digest of `message` with the key of the call before.
  mutating func authenticateAgain(_ message: [UInt8]) -> [UInt8] {
    restart()
    return finish(message)
  }

  /// Whether `code` is the keyed digest of `message` with the key of the call before.
  mutating func isValid(_ code: [UInt8], for message: ArraySlice<UInt8>) -> Bool {
    guard code.count == size else { return false }
    restart()
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: size) { expected in
      message.withUnsafeBufferPointer { finish($0, into: expected.baseAddress) }
      return CRYPTO_memcmp(code, expected.baseAddress, size) == 0
    }
  }

  private func restart() {
    guard EVP_MAC_init(context, nil, 0, nil) == 1 else {
      fatalError("libcrypto cannot restart an HMAC")
    }
  }

  /// Puts a key of no meaning in the place of the last one, which libcrypto then wipes.
  mutating func forgetKey() {
    guard EVP_MAC_init(context, [0], 1, nil) == 1 else { fatalError("libcrypto takes no HMAC key") }
  }

  private func finish(_ message: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: size) { output, count in
      message.withUnsafeBufferPointer { finish($0, into: output.baseAddress) }
      count = size
    }
  }

  private func finish(
    _ message: UnsafeBufferPointer<UInt8>,
    into output: UnsafeMutablePointer<UInt8>?
  ) {
    var count = 0
    guard EVP_MAC_update(context, message.baseAddress, message.count) == 1,
      EVP_MAC_final(context, output, &count, size) == 1
    else { fatalError("libcrypto cannot compute an HMAC") }
  }
}

/// An HMAC context that belongs to one key.
struct KeyedMAC: ~Copyable {
  private var context: MACContext

  init(key: [UInt8], _ algorithm: HashAlgorithm) {
    context = MACContext(algorithm)
    _ = context.authenticate(key: key, [])
  }

  mutating func authenticate(_ message: [UInt8]) -> [UInt8] {
    context.authenticateAgain(message)
  }

  mutating func isValid(_ code: [UInt8], for message: ArraySlice<UInt8>) -> Bool {
    context.isValid(code, for: message)
  }
}
