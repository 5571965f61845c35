import COpenSSL
import Standards
import Synchronization

/// Ed25519 and Ed448, which take the whole message at once (RFC 8032, RFC 8037 §3.1).
final class EdwardsSignature: MessageSigner, MessageVerifier {
  private let context: Mutex<EdwardsContext>

  init(_ key: JWK, toSign: Bool) throws(JWKError) {
    let handle = try KeyHandle.make(key)
    do throws(CryptoError) {
      context = Mutex(try EdwardsContext(handle, toSign: toSign))
    } catch {
      throw .inconsistent
    }
  }

  func sign(_ message: [UInt8]) -> [UInt8]? {
    context.withLock { $0.sign(message) }
  }

  func isValid(_ signature: [UInt8], for message: ArraySlice<UInt8>) -> Bool {
    context.withLock { $0.isValid(signature, for: message) }
  }
}

/// Owns a context that is set up once, and another that each use copies it to.
///
/// Libcrypto lets a context finish only once; a copy is far cheaper than setting up a new one.
struct EdwardsContext: ~Copyable {
  private let prepared: OpaquePointer
  private let scratch: OpaquePointer
  private let size: Int

  init(_ key: borrowing KeyHandle, toSign: Bool) throws(CryptoError) {
    guard let prepared = EVP_MD_CTX_new() else { throw CryptoError("prepare a signature") }
    let isReady =
      toSign
      ? EVP_DigestSignInit(prepared, nil, nil, nil, key.pointer)
      : EVP_DigestVerifyInit(prepared, nil, nil, nil, key.pointer)
    guard isReady == 1, let scratch = EVP_MD_CTX_new() else {
      EVP_MD_CTX_free(prepared)
      throw CryptoError("prepare a signature")
    }
    self.prepared = prepared
    self.scratch = scratch
    size = Int(EVP_PKEY_get_size(key.pointer))
  }

  deinit {
    EVP_MD_CTX_free(prepared)
    EVP_MD_CTX_free(scratch)
  }

  mutating func sign(_ message: [UInt8]) -> [UInt8]? {
    guard EVP_MD_CTX_copy_ex(scratch, prepared) == 1 else { return nil }
    let signature = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      var count = size
      let isSigned =
        EVP_DigestSign(scratch, buffer.baseAddress, &count, message, message.count) == 1
      filled = isSigned ? count : 0
    }
    guard signature.isEmpty else { return signature }
    ERR_clear_error()
    return nil
  }

  mutating func isValid(_ signature: [UInt8], for message: ArraySlice<UInt8>) -> Bool {
    guard signature.count == size, EVP_MD_CTX_copy_ex(scratch, prepared) == 1 else { return false }
    let isValid = message.withUnsafeBufferPointer { message in
      EVP_DigestVerify(scratch, signature, signature.count, message.baseAddress, message.count) == 1
    }
    if !isValid { ERR_clear_error() }
    return isValid
  }
}
