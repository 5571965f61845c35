/// A request with its signature, and how the signature came about.
package struct OAuth1SignedRequest: Sendable {
  /// The request, ready to send.
  package let request: HTTPRequest
  /// The `Authorization` value; `nil` when the parameters travel elsewhere.
  package let authorization: String?
  package let baseString: SignatureBaseString
  package let signature: String
  /// How the signature was derived; without secrets.
  package let derivations: [Derivation]

  init(
    request: HTTPRequest,
    client: OAuth1Client,
    hasToken: Bool,
    parameters: Parameters,
    baseString: SignatureBaseString,
    signature: String
  ) throws(OAuth1Error) {
    self.baseString = baseString
    self.signature = signature
    var signed = request
    switch client.transport {
    case .header:
      let header = OAuth1AuthorizationHeader(realm: client.realm, parameters: parameters)
      let value = try header.value()
      signed.headers["Authorization"] = value
      authorization = value
    case .query:
      signed.url = request.url.appendingQuery(parameters)
      authorization = nil
    case .body:
      let added = FormEncoding.encode(parameters, space: .percent)
      signed.body += Array((signed.body.isEmpty ? added : "&\(added)").utf8)
      authorization = nil
    }
    self.request = signed
    derivations = Self.derivations(client.method, hasToken, baseString, signature)
  }

  private static func derivations(
    _ method: OAuth1SignatureMethod,
    _ hasToken: Bool,
    _ baseString: SignatureBaseString,
    _ signature: String
  ) -> [Derivation] {
    let key = "percent(consumer_secret) & " + (hasToken ? "percent(token_secret)" : "nothing")
    guard let hash = method.hash else {
      // The signature is the key itself, so it is as secret as the secrets.
      return [Derivation(name: "oauth_signature", formula: key, value: nil)]
    }
    let formula =
      method.usesPrivateKey
      ? "base64(RSASSA-PKCS1-v1_5-\(hash.rawValue)(private_key, base_string))"
      : "base64(HMAC-\(hash.rawValue)(\(key), base_string))"
    return [
      Derivation(
        name: "base_string",
        formula: "percent(method) & percent(base_uri) & percent(sorted_parameters)",
        value: baseString.text
      ),
      Derivation(name: "oauth_signature", formula: formula, value: signature),
    ]
  }
}
