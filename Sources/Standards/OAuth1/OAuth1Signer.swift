/// Signs requests for one client and one token (RFC 5849 §3).
package struct OAuth1Signer: Sendable {
  package let client: OAuth1Client
  package let token: OAuth1Token?
  private let hashing: any Hashing
  private let privateKey: (any OAuth1PrivateKey)?

  package init(
    client: OAuth1Client,
    token: OAuth1Token? = nil,
    hashing: any Hashing,
    privateKey: (any OAuth1PrivateKey)? = nil
  ) {
    self.client = client
    self.token = token
    self.hashing = hashing
    self.privateKey = privateKey
  }

  /// A nonce of 128 random bits, unique without keeping any state (RFC 5849 §3.3).
  package static func nonce(from random: some RandomSource) -> String {
    Hex.encode(random.bytes(16))
  }

  /// Signs a request and puts the protocol parameters where the client's transport says.
  ///
  /// Nothing else of the request changes, so what is signed is what is sent. The protocol parameters
  /// given are those of the step: `oauth_callback`, `oauth_verifier`. The caller adds a known clock
  /// offset to the timestamp and takes a fresh nonce from `nonce(from:)`. A step of the login itself
  /// (`isTokenStep`) never carries a body hash.
  package func sign(
    _ request: HTTPRequest,
    protocolParameters: Parameters = Parameters(),
    timestamp: Timestamp,
    nonce: String,
    isTokenStep: Bool = false
  ) throws(OAuth1Error) -> OAuth1SignedRequest {
    if client.method == .plaintext, request.url.scheme != "https", !request.url.isLoopback {
      throw .plaintextWithoutTLS
    }
    var protocolParameters = self.protocolParameters(
      adding: protocolParameters,
      timestamp: timestamp,
      nonce: nonce
    )
    if !isTokenStep, let hash = bodyHash(of: request) {
      protocolParameters.append("oauth_body_hash", hash)
    }
    let request = try prepared(request)
    let signed = try ParameterNormalization.parameters(of: request)
    try Self.refuseRepetition(in: signed, protocolParameters)
    let base = try SignatureBaseString(
      method: request.method,
      url: request.url,
      host: request.headers["Host"],
      parameters: Parameters(signed.pairs + protocolParameters.pairs)
    )
    let signature = try self.signature(over: base.text)
    protocolParameters.append("oauth_signature", signature)
    return try OAuth1SignedRequest(
      request: request,
      client: client,
      hasToken: token != nil,
      parameters: protocolParameters,
      baseString: base,
      signature: signature
    )
  }

  /// The signature over a base string, as text before any encoding (RFC 5849 §3.4.2 to §3.4.4).
  package func signature(over baseString: String) throws(OAuth1Error) -> String {
    guard let hash = client.method.hash else { return key }
    let message = Array(baseString.utf8)
    guard client.method.usesPrivateKey else {
      return Base64.encode(hashing.hmac(hash, key: Array(key.utf8), message))
    }
    guard let privateKey else { throw .noPrivateKey }
    do {
      return Base64.encode(try privateKey.signature(over: message, hashedWith: hash))
    } catch {
      throw .privateKeyFailed
    }
  }

  /// Both secrets, each encoded, joined by an ampersand that stands even when one is empty.
  private var key: String {
    PercentEncoding.encode(client.consumerSecret.bytes) + "&"
      + PercentEncoding.encode(token?.secret.bytes ?? [])
  }

  private func protocolParameters(
    adding step: Parameters,
    timestamp: Timestamp,
    nonce: String
  ) -> Parameters {
    var result = Parameters()
    result.append("oauth_consumer_key", client.consumerKey)
    if let token {
      result.append("oauth_token", token.token.text)
    } else if client.sendsEmptyToken {
      result.append("oauth_token", "")
    }
    result.append("oauth_signature_method", client.method.rawValue)
    result.append("oauth_timestamp", String(timestamp.seconds))
    result.append("oauth_nonce", nonce)
    if client.sendsVersion { result.append("oauth_version", "1.0") }
    result.pairs += step.pairs
    return result
  }

  /// The body transport turns a request without a body into an empty form before it is signed.
  private func prepared(_ request: HTTPRequest) throws(OAuth1Error) -> HTTPRequest {
    guard client.transport == .body, !ParameterNormalization.hasFormBody(request) else {
      return request
    }
    guard request.body.isEmpty, request.headers["Content-Type"] == nil,
      request.method != "GET", request.method != "HEAD"
    else { throw .bodyIsNotForm }
    var request = request
    request.headers["Content-Type"] = "application/x-www-form-urlencoded"
    return request
  }

  /// The hash of a body that is no form, of zero bytes where there is none; `nil` when not asked for.
  private func bodyHash(of request: HTTPRequest) -> String? {
    guard client.sendsBodyHash, client.transport != .body,
      !ParameterNormalization.hasFormBody(request)
    else { return nil }
    return Base64.encode(hashing.digest(client.method.hash ?? .sha1, request.body))
  }

  /// A protocol parameter that the request carries already would be read two ways.
  private static func refuseRepetition(
    in signed: Parameters,
    _ protocolParameters: Parameters
  ) throws(OAuth1Error) {
    var seen: Set<[UInt8]> = [Array("oauth_signature".utf8)]
    for pair in protocolParameters.pairs where !seen.insert(pair.name).inserted {
      throw .repeatedParameter(pair.nameText)
    }
    for pair in signed.pairs where seen.contains(pair.name) {
      throw .repeatedParameter(pair.nameText)
    }
  }
}
