import Crypto
import Foundation
import Standards
import TestSupport

/// Questions to the libraries of `CrossChecks/jose.py`, and the values that travel.
enum JOSEPeer {
  struct Batch: Encodable {
    var seed = JOSEPeer.seed()
    var count: Int
    var library: String?
  }

  /// A token with its private key, its content in hexadecimal.
  struct Token: Codable {
    var key: String
    var algorithm: String
    var encryption: String?
    var token: String
    var content: String
  }

  /// What several signed, or what is for several, each with a private key.
  struct General: Codable {
    var keys: [String]
    var algorithms: [String]
    var encryption: String?
    var token: String?
    var content: String
  }

  struct Generals: Encodable {
    var tokens: [General]
  }

  /// What shall be signed or encrypted.
  struct Question: Decodable {
    var key: String
    var algorithm: String
    var encryption: String?
    var header: String
    var content: String
    /// Whether `apu` and `apv` shall be sent.
    var parties: Bool?
  }

  struct Tokens: Encodable {
    var tokens: [Token]
    var library: String?
  }

  /// A content as the libraries read it, and whether they refuse what was changed.
  struct Verified: Decodable {
    var joserfc: String
    var pyjwt: String?
    var refused: Bool
  }

  struct Key: Codable {
    var key: String
    var thumbprint: String
    var pem: String?
    var `public`: String?
    var fromPEM: String?
    var fromPublic: String?
  }

  struct Keys: Encodable {
    var keys: [Key]
  }

  static func start() async throws -> PythonPeer { try await PythonPeer("CrossChecks/jose.py") }

  static func seed() -> UInt32 { SystemRandom().bytes(3).reduce(0) { $0 << 8 | UInt32($1) } }

  /// The `jose` command of the Debian package of that name.
  static var hasCommand: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/jose") }
}

/// Keys by their text, each read once: a check for primes takes longer than many signatures.
final class JOSEKeyring {
  private var keys: [String: JWK] = [:]
  private var verifiers: [String: JWSVerificationKeys] = [:]

  func key(_ text: String) throws -> JWK {
    if let known = keys[text] { return known }
    let key = try JWK.read(Array(text.utf8))
    keys[text] = key
    return key
  }

  /// One set for all tokens of a key, so that remembered headers are met as well.
  func verification(_ text: String, _ algorithm: SignatureAlgorithm) throws -> JWSVerificationKeys {
    if let known = verifiers[algorithm.rawValue + text] { return known }
    let made = try JWSVerificationKeys(
      key(text),
      algorithms: [algorithm],
      provider: OpenSSLSignatures()
    )
    verifiers[algorithm.rawValue + text] = made
    return made
  }
}
