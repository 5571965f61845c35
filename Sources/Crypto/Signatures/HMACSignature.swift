import Standards
import Synchronization

/// HMAC with one key (RFC 7518 §3.2), which is set up once for many messages.
final class HMACSignature: MessageSigner, MessageVerifier, MessageAuthenticator {
  private let mac: Mutex<KeyedMAC>
  let byteCount: Int

  init(_ key: Secret, _ hash: HashAlgorithm) {
    byteCount = hash.byteCount
    mac = Mutex(KeyedMAC(key: key.bytes, hash))
  }

  func sign(_ message: [UInt8]) -> [UInt8]? {
    mac.withLock { $0.authenticate(message) }
  }

  func authenticate(_ message: Span<UInt8>) -> AuthenticationCode {
    mac.withLock { $0.authenticate(message) }
  }

  func isValid(_ signature: [UInt8], for message: ArraySlice<UInt8>) -> Bool {
    mac.withLock { $0.isValid(signature, for: message.span) }
  }

  var authenticator: (any MessageAuthenticator)? { self }
}
