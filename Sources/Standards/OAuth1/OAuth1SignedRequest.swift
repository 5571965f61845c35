/// A request with its signature, and how the signature came about.
package struct OAuth1SignedRequest: Sendable {
  /// The request, ready to send.
  package let request: HTTPRequest
  /// The `Authorization` value; `nil` when the parameters travel elsewhere.
  package let authorization: String?
  package let baseString: SignatureBaseString
  package let signature: String
  private let method: OAuth1SignatureMethod
  private let hasToken: Bool

  init(
    request: HTTPRequest,
    client: OAuth1Client,
    carrier: OAuth1Client.Transport,
    hasToken: Bool,
    parameters: EncodedParameters,
    baseString: SignatureBaseString,
    signature: String
  ) throws(OAuth1Error) {
    self.baseString = baseString
    self.signature = signature
    self.hasToken = hasToken
    method = client.method
    var signed = request
    switch carrier {
    case .header:
      let value = try OAuth1AuthorizationHeader.value(
        realm: client.realm,
        parameters: parameters,
        signature: signature
      )
      signed.headers["Authorization"] = value
      authorization = value
    case .query:
      signed.url = request.url.appendingQuery(parameters.protocolParameters(signature: signature))
      authorization = nil
    case .body:
      let added = FormEncoding.encode(
        parameters.protocolParameters(signature: signature),
        space: .percent
      )
      signed.body += Array((signed.body.isEmpty ? added : "&\(added)").utf8)
      authorization = nil
    }
    self.request = signed
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
        formula: "scheme://host/path in lower case, without default port and query",
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

extension EncodedParameters {
  /// The protocol parameters, decoded, with the signature as the last.
  fileprivate func protocolParameters(signature: String) -> Parameters {
    var result = Parameters()
    for entry in entries where entry.isProtocol {
      result.pairs.append(decoded(entry))
    }
    result.append("oauth_signature", signature)
    return result
  }
}
