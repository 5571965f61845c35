import COpenSSL

/// Owns a libcrypto buffer that PEM and DER are written to or read from; wiped when released.
struct MemoryBuffer: ~Copyable {
  let bio: OpaquePointer

  /// An empty buffer to write to.
  init() throws(CryptoError) {
    guard let bio = BIO_new(BIO_s_secmem()) else { throw CryptoError("make a buffer") }
    self.bio = bio
  }

  /// A buffer to read `bytes` from.
  static func holding(_ bytes: [UInt8]) throws(CryptoError) -> MemoryBuffer {
    let buffer = try MemoryBuffer()
    guard bytes.isEmpty || BIO_write(buffer.bio, bytes, Int32(bytes.count)) == bytes.count else {
      throw CryptoError("fill a buffer")
    }
    return buffer
  }

  deinit {
    BIO_free(bio)
  }

  /// A copy of what was written.
  var bytes: [UInt8] {
    var start: UnsafeMutablePointer<CChar>?
    let count = authrun_bio_bytes(bio, &start)
    return start.map { Array(UnsafeRawBufferPointer(start: $0, count: count)) } ?? []
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }
}
