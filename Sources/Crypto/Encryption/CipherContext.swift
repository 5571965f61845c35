import COpenSSL
import Standards

/// Owns a libcrypto cipher context for one message.
struct CipherContext: ~Copyable {
  private let context: OpaquePointer

  private init(owning context: OpaquePointer) {
    self.context = context
  }

  deinit {
    EVP_CIPHER_CTX_free(context)
  }

  /// Sets up `name`, such as `AES-128-GCM`; `nil` when key or vector are not of its lengths.
  static func make(
    _ name: String,
    key: [UInt8],
    iv: [UInt8],
    encrypts: Bool
  ) -> CipherContext? {
    guard let pointer = EVP_CIPHER_CTX_new() else { return nil }
    let made = CipherContext(owning: pointer)
    guard let cipher = EVP_CIPHER_fetch(nil, name, nil) else { return nil }
    // The context holds its own reference to the cipher.
    defer { EVP_CIPHER_free(cipher) }
    // Key wrapping must be allowed expressly.
    EVP_CIPHER_CTX_set_flags(pointer, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW)
    guard EVP_CIPHER_get_key_length(cipher) == Int32(key.count),
      iv.isEmpty || EVP_CIPHER_get_iv_length(cipher) == Int32(iv.count),
      EVP_CipherInit_ex2(pointer, cipher, key, iv.isEmpty ? nil : iv, encrypts ? 1 : 0, nil) == 1
    else { return nil }
    return made
  }

  mutating func authenticate(_ data: [UInt8]) -> Bool {
    guard !data.isEmpty else { return true }
    var count: Int32 = 0
    return EVP_CipherUpdate(context, nil, &count, data, Int32(data.count)) == 1
  }

  /// Runs the whole message through; `nil` when padding or tag are wrong.
  mutating func process(_ input: [UInt8]) -> [UInt8]? {
    var isGood = false
    let output = [UInt8](unsafeUninitializedCapacity: input.count + 32) { buffer, filled in
      var count: Int32 = 0
      var last: Int32 = 0
      // What was decrypted before a wrong tag is nobody's to see.
      defer { if !isGood { OPENSSL_cleanse(buffer.baseAddress, buffer.count) } }
      guard let start = buffer.baseAddress,
        input.isEmpty
          || EVP_CipherUpdate(context, start, &count, input, Int32(input.count)) == 1,
        EVP_CipherFinal_ex(context, start + Int(count), &last) == 1
      else { return }
      isGood = true
      filled = Int(count + last)
    }
    return isGood ? output : nil
  }

  /// The tag of an encryption that has ended.
  func tag(count: Int) -> [UInt8]? {
    var isGood = false
    let tag = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      isGood =
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(count), buffer.baseAddress) == 1
      filled = isGood ? count : 0
    }
    return isGood ? tag : nil
  }

  /// Sets the tag that a decryption must end with.
  mutating func expect(tag: [UInt8]) -> Bool {
    var tag = tag
    return EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag) == 1
  }
}
