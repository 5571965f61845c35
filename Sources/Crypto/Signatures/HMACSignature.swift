import COpenSSL
import Standards
import Synchronization

/// HMAC with one key (RFC 7518 §3.2): libcrypto keeps the key's schedule between messages.
final class HMACSignature: MessageSigner, MessageVerifier, MessageAuthenticator {
  private let context: Mutex<KeyedMAC>

  init(_ key: Secret, _ hash: HashAlgorithm) {
    context = Mutex(KeyedMAC(key: key.bytes, hash))
  }

  func sign(_ message: [UInt8]) -> [UInt8]? {
    context.withLock { $0.authenticate(message) }
  }

  func authenticate(_ message: [UInt8]) -> [UInt8] {
    context.withLock { $0.authenticate(message) }
  }

  func isValid(_ signature: [UInt8], for message: ArraySlice<UInt8>) -> Bool {
    context.withLock { $0.isValid(signature, for: message) }
  }
}
