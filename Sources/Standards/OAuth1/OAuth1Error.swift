/// Why a request cannot be signed, or a signature not be read; never holds any of the request.
///
/// A pair is told by its number in its place, the first being 1: what stands for its name is the caller's
/// text, and where the text is no form it may be a secret.
package enum OAuth1Error: Error, Hashable, Sendable, CustomStringConvertible {
  /// A place that holds form-encoded pairs.
  package enum Place: String, Hashable, Sendable {
    case query
    case body = "form body"
    case header = "Authorization field"
  }

  /// A parameter that the protocol itself defines (RFC 5849 §2, §3.1; Request Body Hash, draft 4).
  package enum ProtocolParameter: String, Hashable, Sendable, CaseIterable {
    case realm
    case consumerKey = "oauth_consumer_key"
    case token = "oauth_token"
    case signatureMethod = "oauth_signature_method"
    case signature = "oauth_signature"
    case timestamp = "oauth_timestamp"
    case nonce = "oauth_nonce"
    case version = "oauth_version"
    case callback = "oauth_callback"
    case verifier = "oauth_verifier"
    case bodyHash = "oauth_body_hash"
  }

  /// A pair has a broken percent escape.
  case malformedEscape(Place, pair: Int)
  /// A pair holds bytes that are not UTF-8 (RFC 5849 §3.6).
  case notUTF8(Place, pair: Int)
  /// A protocol parameter stands in the request twice (RFC 5849 §3.1); `nil` for a name of nobody's.
  case repeatedParameter(ProtocolParameter?)
  /// The `Host` field names no host.
  case malformedHost
  /// The realm holds control characters.
  case malformedRealm
  /// The `Authorization` field is not one of OAuth 1.0.
  case malformedHeader
  /// `PLAINTEXT` shows the secrets to everyone on the way (RFC 5849 §3.4.4).
  case plaintextWithoutTLS
  /// Parameters can go into the body only when it is a form (RFC 5849 §3.5.2).
  case bodyIsNotForm
  /// The method signs with a private key and none was given.
  case noPrivateKey
  /// The private key made no signature.
  case privateKeyFailed
  /// The step comes before the one that yields its credentials.
  case outOfOrder

  package var description: String {
    switch self {
    case .malformedEscape(let place, let pair):
      "parameter \(pair) of the \(place.rawValue) has a broken percent escape"
    case .notUTF8(let place, let pair):
      "parameter \(pair) of the \(place.rawValue) is not UTF-8"
    case .repeatedParameter(let parameter):
      "\(parameter?.rawValue ?? "a protocol parameter") stands in the request twice"
    case .malformedHost: "the Host field names no host"
    case .malformedRealm: "the realm holds control characters"
    case .malformedHeader: "the Authorization field cannot be read as OAuth 1.0"
    case .plaintextWithoutTLS: "PLAINTEXT signatures need https, since they show the secrets"
    case .bodyIsNotForm: "protocol parameters can go into the body only when it is a form"
    case .noPrivateKey: "the signature method needs a private key"
    case .privateKeyFailed: "the private key made no signature"
    case .outOfOrder: "the login has not reached this step"
    }
  }
}
