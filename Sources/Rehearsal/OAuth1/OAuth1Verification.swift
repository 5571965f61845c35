import Crypto
import Providers
import Standards

/// Computes what the signature of a received request must be (RFC 5849 §3.4).
///
/// Shares nothing with the client's signer but the hash functions.
struct OAuth1Verification {
  let signature: OAuth1Spec.Signature
  let consumerSecret: String
  let tokenSecret: String

  func expected(_ request: PracticeRequest, _ signed: RawParameters) -> String {
    let key = Self.encode(consumerSecret.utf8) + "&" + Self.encode(tokenSecret.utf8)
    let algorithm: HashAlgorithm
    switch signature {
    case .plaintext: return key
    case .hmacSHA1: algorithm = .sha1
    case .hmacSHA256: algorithm = .sha256
    case .hmacSHA512: algorithm = .sha512
    }
    let message = Array(Self.baseString(request, signed).utf8)
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
