/// A request with its signature, and how the signature came about.
package struct OAuth1SignedRequest: Sendable {
  /// The `Authorization` value; `nil` when the parameters travel elsewhere.
  package let authorization: String?
  package let baseString: SignatureBaseString
  package let signature: String
  /// The request without the header.
  private let bare: HTTPRequest
  private let method: OAuth1SignatureMethod
  private let hasToken: Bool

  /// A request whose query or body was signed already, or whose header is given.
  init(
    _ bare: HTTPRequest,
    authorization: String?,
    baseString: SignatureBaseString,
    signature: String,
    method: OAuth1SignatureMethod,
    hasToken: Bool
  ) {
    self.bare = bare
    self.authorization = authorization
    self.baseString = baseString
    self.signature = signature
    self.method = method
    self.hasToken = hasToken
  }

  /// The request, ready to send.
  package var request: HTTPRequest {
    guard let authorization else { return bare }
    var request = bare
    request.headers["Authorization"] = authorization
    return request
  }

  /// How the signature was derived; without secrets.
  package var derivations: [Derivation] {
    let key = "percent(consumer_secret) & " + (hasToken ? "percent(token_secret)" : "nothing")
    guard let hash = method.hash else {
      // The signature is the key itself, so it is as secret as the secrets.
      return [Derivation(name: "oauth_signature", formula: key, value: nil)]
    }
    guard !method.usesPrivateKey else {
      let formula = "base64(RSASSA-PKCS1-v1_5-\(hash.rawValue)(private_key, base_string))"
      return baseString.derivations
        + [Derivation(name: "oauth_signature", formula: formula, value: signature)]
    }
    return baseString.derivations + [
      Derivation(name: "signing_key", formula: key, value: nil),
      Derivation(
        name: "oauth_signature",
        formula: "base64(HMAC-\(hash.rawValue)(signing_key, base_string))",
        value: signature
      ),
    ]
  }
}

extension SignatureBaseString {
  /// How the base string came about, its parts first (RFC 5849 §3.4.1).
  package var derivations: [Derivation] {
    [
      Derivation(
        name: "base_uri",
        formula: "scheme and host in lower case, without default port, path as sent, without query",
        value: uri
      ),
      Derivation(
        name: "sorted_parameters",
        formula: "percent(name)=percent(value) of query, form body and oauth_, by their bytes",
        value: parameters
      ),
      Derivation(
        name: "base_string",
        formula: "percent(method) & percent(base_uri) & percent(sorted_parameters)",
        value: text
      ),
    ]
  }
}

extension OAuth1SignedRequest: CustomStringConvertible, CustomReflectable {
  /// Nothing that is signed: a token is among it.
  package var description: String { "signed \(bare)" }

  package var customMirror: Mirror { Mirror(self, children: []) }
}
