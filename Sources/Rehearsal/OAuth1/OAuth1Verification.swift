import Crypto
import Providers
import Standards

/// Says whether the signature of a received request is what it must be (RFC 5849 §3.4).
///
/// Shares nothing with the client's signer but the hash functions.
struct OAuth1Verification {
  let signature: OAuth1Spec.Signature
  let consumerSecret: String
  let tokenSecret: String
  /// The option `private_key`, of which the public half verifies.
  let privateKey: String?

  func holds(_ given: String, _ request: PracticeRequest, _ signed: RawParameters) -> Bool {
    let message = Array(Self.baseString(request, signed).utf8)
    guard let hash = rsaHash else {
      let expected = shared(message)
      return constantTimeEqual(Array(expected.utf8), Array(given.utf8))
    }
    guard let key = privateKey.flatMap(Self.key), let bytes = try? Base64.decode(given),
      let verifier = try? OpenSSLSignatures().rsaVerifier(key, hash: hash)
    else { return false }
    return verifier.isValid(bytes, for: message)
  }

  /// The key of a text in PEM or of a JWK.
  private static func key(_ text: String) -> JWK? {
    text.hasPrefix("{") ? try? JWK.read(Array(text.utf8)) : try? KeyPEM.read(text)
  }

  private var rsaHash: HashAlgorithm? {
    switch signature {
    case .rsaSHA1: .sha1
    case .rsaSHA256: .sha256
    case .rsaSHA512: .sha512
    case .hmacSHA1, .hmacSHA256, .hmacSHA512, .plaintext: nil
    }
  }

  /// The hash of a body that is no form (OAuth Request Body Hash, draft 4, §3.2).
  func bodyHash(_ body: [UInt8]) -> String {
    let hash: HashAlgorithm =
      switch signature {
      case .plaintext, .hmacSHA1, .rsaSHA1: .sha1
      case .hmacSHA256, .rsaSHA256: .sha256
      case .hmacSHA512, .rsaSHA512: .sha512
      }
    return Base64.encode(OpenSSLHashing().digest(hash, body))
  }

  /// The signature that the shared secrets make.
  private func shared(_ message: [UInt8]) -> String {
    let key = Self.encode(consumerSecret.utf8) + "&" + Self.encode(tokenSecret.utf8)
    let algorithm: HashAlgorithm
    switch signature {
    case .hmacSHA1: algorithm = .sha1
    case .hmacSHA256: algorithm = .sha256
    case .hmacSHA512: algorithm = .sha512
    case .plaintext, .rsaSHA1, .rsaSHA256, .rsaSHA512: return key
    }
    return Base64.encode(OpenSSLHashing().hmac(algorithm, key: Array(key.utf8), message))
  }

  /// The signature base string of a request as it arrived (RFC 5849 §3.4.1).
  static func baseString(_ request: PracticeRequest, _ signed: RawParameters) -> String {
    let uri = "\(request.scheme)://\(request.host)\(request.path)"
    let pairs =
      signed.pairs
      .filter { !$0.name.elementsEqual("oauth_signature".utf8) }
      .map { (encode($0.name), encode($0.value)) }
      .sorted { $0.0 != $1.0 ? isBefore($0.0, $1.0) : isBefore($0.1, $1.1) }
    let normalised = pairs.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
    let parts = [request.method.uppercased(), uri, normalised]
    return parts.map { encode($0.utf8) }.joined(separator: "&")
  }

  /// By byte value, as the RFC sorts; a language's own order of texts may be another.
  private static func isBefore(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  /// Escapes all but letters, digits, `-`, `.`, `_` and `~` (RFC 5849 §3.6).
  private static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var result = ""
    for byte in bytes {
      let scalar = Unicode.Scalar(byte)
      switch scalar {
      case "A"..."Z", "a"..."z", "0"..."9", "-", ".", "_", "~":
        result.unicodeScalars.append(scalar)
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
      }
    }
    return result
  }
}
