/// Why a request cannot be signed, or a signature not be read.
package enum OAuth1Error: Error, Hashable, Sendable, CustomStringConvertible {
  /// A place that holds form-encoded pairs.
  package enum Place: String, Hashable, Sendable {
    case query
    case body = "form body"
    case header = "Authorization field"
  }

  /// A pair has a broken percent escape; the name is as written.
  case malformedEscape(Place, name: String)
  /// A pair holds bytes that are not UTF-8 (RFC 5849 §3.6); the name is as written.
  case notUTF8(Place, name: String)
  /// A protocol parameter stands in the request twice (RFC 5849 §3.1).
  case repeatedParameter(String)
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
    case .malformedEscape(let place, let name):
      "the \(place.rawValue) parameter \(Self.shown(name)) has a broken percent escape"
    case .notUTF8(let place, let name):
      "the \(place.rawValue) parameter \(Self.shown(name)) is not UTF-8"
    case .repeatedParameter(let name):
      "the parameter \(Self.shown(name)) stands in the request twice"
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

  private static func shown(_ name: String) -> String {
    "\"\(ProviderText.shortened(name, limit: 60))\""
  }
}
