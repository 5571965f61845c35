/// A signed request as its receiver reads it (RFC 5849 §3.2).
///
/// The parameters are decoded and encoded anew here, on another way than the one that signs.
package struct OAuth1ReceivedRequest: Sendable {
  /// Why a signature does not hold.
  package enum Fault: String, Error, Hashable, Sendable {
    case unsupportedVersion = "version_rejected"
    case unsupportedMethod = "signature_method_rejected"
    case noTimeOrNonce = "parameter_absent"
    case bodyHash = "body_hash_invalid"
    case signature = "signature_invalid"
    case noPublicKey = "consumer_key_unknown"
  }

  package let request: HTTPRequest
  /// Where the protocol parameters stand.
  package let transport: OAuth1Client.Transport
  package let realm: String?
  /// The `oauth_` parameters, decoded.
  package let protocolParameters: Parameters
  /// The signature base string of the request as received.
  package let baseString: SignatureBaseString

  /// Reads the protocol parameters from the one place where they stand; two places are refused.
  package init(_ request: HTTPRequest) throws(OAuth1Error) {
    self.request = request
    let header = try Self.header(of: request)
    let query = try request.url.query.map { (query) throws(OAuth1Error) in
      try ParameterNormalization.decoded(query.utf8, in: .query)
    }
    let body =
      ParameterNormalization.hasFormBody(request)
      ? try ParameterNormalization.decoded(request.body, in: .body) : nil
    let places: [(OAuth1Client.Transport, Parameters)] = [
      (.header, header?.parameters ?? Parameters()), (.body, body ?? Parameters()),
      (.query, query ?? Parameters()),
    ]
    let signed = places.filter { !$0.1.values("oauth_signature").isEmpty }
    guard signed.count == 1, let place = signed.first else { throw .malformedHeader }
    transport = place.0
    realm = header?.realm
    let all = places.flatMap(\.1.pairs)
    protocolParameters = Parameters(all.filter { $0.name.starts(with: "oauth_".utf8) })
    if let name = protocolParameters.firstRepeatedName {
      throw .repeatedParameter(OAuth1Error.ProtocolParameter(rawValue: name))
    }
    baseString = try SignatureBaseString(
      method: request.method,
      url: request.url,
      host: request.headers["Host"],
      parameters: Parameters(all.filter { !$0.name.elementsEqual("oauth_signature".utf8) })
    )
  }

  package var consumerKey: String { protocolParameters.first("oauth_consumer_key") ?? "" }
  /// The value of `oauth_token`; empty counts as none (RFC 5849 §3.1).
  package var token: String? {
    protocolParameters.first("oauth_token").flatMap { $0.isEmpty ? nil : $0 }
  }
  package var nonce: String? { protocolParameters.first("oauth_nonce") }
  package var callback: String? { protocolParameters.first("oauth_callback") }
  package var verifier: String? { protocolParameters.first("oauth_verifier") }
  package var method: OAuth1SignatureMethod? {
    protocolParameters.first("oauth_signature_method").flatMap(OAuth1SignatureMethod.init)
  }

  /// The time of the request; `nil` when it is not a positive whole number (RFC 5849 §3.3).
  package var timestamp: Timestamp? {
    guard let text = protocolParameters.first("oauth_timestamp"),
      text.utf8.allSatisfy(ASCII.isDigit), let seconds = Int64(text), seconds > 0
    else { return nil }
    return Timestamp(seconds: seconds)
  }

  /// Checks version, the parameters that must be there, body hash and signature; the comparison takes the same time wherever it differs.
  ///
  /// Whether time and nonce are fresh is for the caller, who knows what came before (RFC 5849 §3.3).
  package func verify(
    consumerSecret: Secret,
    tokenSecret: Secret?,
    hashing: any Hashing,
    publicKey: (any MessageVerifier)? = nil
  ) throws(Fault) {
    if let version = protocolParameters.first("oauth_version"), version != "1.0" {
      throw .unsupportedVersion
    }
    guard let method else { throw .unsupportedMethod }
    // Only PLAINTEXT goes without them (RFC 5849 §3.1).
    guard method == .plaintext || timestamp != nil && nonce?.isEmpty == false else {
      throw .noTimeOrNonce
    }
    try verifyBodyHash(method, hashing)
    let signature = protocolParameters.first("oauth_signature") ?? ""
    var key = OAuth1Key.bytes(consumerSecret, tokenSecret)
    defer { key.wipe() }
    guard let hash = method.hash else {
      guard FixedTime.equal(Array(signature.utf8), key) else { throw .signature }
      return
    }
    guard let given = try? Base64.decode(signature) else { throw .signature }
    guard !method.usesPrivateKey else {
      guard let publicKey else { throw .noPublicKey }
      guard publicKey.isValid(given, for: baseString.bytes) else {
        throw .signature
      }
      return
    }
    let expected = hashing.hmac(hash, key: key, baseString.bytes)
    guard FixedTime.equal(given, expected) else { throw .signature }
  }

  private func verifyBodyHash(
    _ method: OAuth1SignatureMethod,
    _ hashing: any Hashing
  ) throws(Fault) {
    guard let given = protocolParameters.first("oauth_body_hash") else { return }
    let expected = OAuth1BodyHash.of(request.body, method: method, hashing: hashing)
    // A form body is signed as parameters and must not be hashed as well.
    guard !ParameterNormalization.hasFormBody(request), FixedTime.equal(given, expected) else {
      throw .bodyHash
    }
  }

  private static func header(
    of request: HTTPRequest
  ) throws(OAuth1Error) -> OAuth1AuthorizationHeader? {
    let values = request.headers.values("Authorization")
    guard let value = values.first, ASCII.lowercased(value).hasPrefix("oauth") else { return nil }
    guard values.count == 1 else { throw .malformedHeader }
    return try OAuth1AuthorizationHeader.parse(value)
  }
}

extension OAuth1ReceivedRequest: CustomStringConvertible, CustomReflectable {
  /// Nothing that is signed: a token is among it.
  package var description: String { "received \(request)" }

  package var customMirror: Mirror { Mirror(self, children: []) }
}
