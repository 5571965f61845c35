package import Standards
import Synchronization

/// Digests and keyed digests by libcrypto; the digests' contexts are made once for the process.
package struct OpenSSLHashing: Hashing {
  package init() {}

  package func digest(_ algorithm: HashAlgorithm, _ message: [UInt8]) -> [UInt8] {
    Contexts.of(algorithm).digest.withLock { $0.digest(message[...]) }
  }

  package func shake256(_ message: [UInt8], count: Int) -> [UInt8] {
    DigestContext.shake256(message, count: count)
  }

  package func hmac(_ algorithm: HashAlgorithm, key: [UInt8], _ message: [UInt8]) -> [UInt8] {
    KeyedMAC(key: key, algorithm).authenticate(message)
  }

  package func authenticator(
    _ algorithm: HashAlgorithm,
    key: Secret
  ) -> any MessageAuthenticator {
    HMACSignature(key, algorithm)
  }
}

/// The context of one algorithm, used by one thread at a time.
private final class Contexts: Sendable {
  let digest: Mutex<DigestContext>

  private init(_ algorithm: HashAlgorithm) {
    digest = Mutex(DigestContext(algorithm))
  }

  private static let md5 = Contexts(.md5)
  private static let sha1 = Contexts(.sha1)
  private static let sha256 = Contexts(.sha256)
  private static let sha384 = Contexts(.sha384)
  private static let sha512 = Contexts(.sha512)

  static func of(_ algorithm: HashAlgorithm) -> Contexts {
    switch algorithm {
    case .md5: md5
    case .sha1: sha1
    case .sha256: sha256
    case .sha384: sha384
    case .sha512: sha512
    }
  }
}
