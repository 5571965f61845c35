/// Signs requests for one client and one token (RFC 5849 §3).
package struct OAuth1Signer: Sendable {
  package let client: OAuth1Client
  package let token: OAuth1Token?
  private let hashing: any Hashing
  private let authenticator: (any MessageAuthenticator)?
  private let privateKey: (any MessageSigner)?
  /// The parameters that stand first and are the same for every request.
  private let constants: EncodedParameters.Prepared

  /// Prepares the key once; a signer is for many requests.
  ///
  /// The private key is one of RSA that hashes as the client's method says (RFC 5849 §3.4.3).
  package init(
    client: OAuth1Client,
    token: OAuth1Token? = nil,
    hashing: any Hashing,
    privateKey: (any MessageSigner)? = nil
  ) {
    self.client = client
    self.token = token
    self.hashing = hashing
    self.privateKey = privateKey
    constants = Self.constants(client, token: token)
    if let hash = client.method.hash, !client.method.usesPrivateKey {
      let key = OAuth1Key.bytes(client.consumerSecret, token?.secret)
      authenticator = hashing.authenticator(hash, key: Secret(key))
    } else {
      authenticator = nil
    }
  }

  /// A nonce of 128 random bits, unique without keeping any state (RFC 5849 §3.3).
  package static func nonce(from random: some RandomSource) -> String {
    Hex.encode(random.bytes(16))
  }

  /// Signs a request and puts the protocol parameters where the client's transport says.
  ///
  /// With the body transport, a call that has no form to add them to carries them in the header
  /// (RFC 5849 §3.5.2 allows the body only for a form); a step of the login is then an error instead.
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
    let carrier = try carrier(of: request, isTokenStep: isTokenStep)
    let request = carrier == .body ? Self.asForm(request) : request
    let parameters = try encodedParameters(
      of: request,
      adding: protocolParameters,
      timestamp: timestamp,
      nonce: nonce,
      bodyHash: isTokenStep || carrier == .body ? nil : bodyHash(of: request)
    )
    let order = parameters.sorted()
    try parameters.refuseRepetition(in: order)
    let base = try SignatureBaseString(
      method: request.method,
      url: request.url,
      host: request.headers["Host"],
      parameters: parameters,
      order: order
    )
    return try OAuth1SignedRequest(
      request: request,
      client: client,
      carrier: carrier,
      hasToken: token != nil,
      parameters: parameters,
      baseString: base,
      signature: signature(over: base.bytes)
    )
  }

  /// The signature over a base string, as text before any encoding (RFC 5849 §3.4.2 to §3.4.4).
  package func signature(over baseString: String) throws(OAuth1Error) -> String {
    try signature(over: Array(baseString.utf8))
  }

  private func signature(over message: [UInt8]) throws(OAuth1Error) -> String {
    if let authenticator { return Base64.encode(authenticator.authenticate(message)) }
    guard client.method.usesPrivateKey else {
      return String(
        decoding: OAuth1Key.bytes(client.consumerSecret, token?.secret),
        as: UTF8.self
      )
    }
    guard let privateKey else { throw .noPrivateKey }
    guard let signature = privateKey.sign(message) else { throw .privateKeyFailed }
    return Base64.encode(signature)
  }

  /// All that is signed, the protocol parameters first.
  private func encodedParameters(
    of request: HTTPRequest,
    adding step: Parameters,
    timestamp: Timestamp,
    nonce: String,
    bodyHash: String?
  ) throws(OAuth1Error) -> EncodedParameters {
    let query = request.url.query.map { Array($0.utf8) } ?? []
    let form = ParameterNormalization.hasFormBody(request) ? request.body : []
    typealias Encoded = EncodedParameters
    // A pair without a value is one character, and has a joint like the others.
    let size =
      (nonce.utf8.count + (bodyHash?.utf8.count ?? 0)) * Encoded.growth
      + (query.count + form.count) * (Encoded.growth + Encoded.joint) + Encoded.size(step) + 128
    return try EncodedParameters(after: constants, capacity: size) {
      (output, entries) throws(OAuth1Error) in
      Encoded.append("oauth_timestamp", String(timestamp.seconds), to: &output, &entries)
      Encoded.append("oauth_nonce", nonce, to: &output, &entries)
      for pair in step.pairs {
        Encoded.append(pair, to: &output, &entries, isProtocol: true)
      }
      if let bodyHash {
        Encoded.append("oauth_body_hash", bodyHash, to: &output, &entries)
      }
      try Encoded.append(form: query, in: .query, to: &output, &entries)
      try Encoded.append(form: form, in: .body, to: &output, &entries)
    }
  }

  private static func constants(
    _ client: OAuth1Client,
    token: OAuth1Token?
  ) -> EncodedParameters.Prepared {
    var parameters = Parameters([("oauth_consumer_key", client.consumerKey)])
    if let token = token?.token.bytes ?? (client.sendsEmptyToken ? [] : nil) {
      parameters.pairs.append(Parameter(name: Array("oauth_token".utf8), value: token))
    }
    parameters.append("oauth_signature_method", client.method.rawValue)
    if client.sendsVersion { parameters.append("oauth_version", "1.0") }
    return EncodedParameters.Prepared(parameters)
  }

  /// Where the protocol parameters of this request travel.
  private func carrier(
    of request: HTTPRequest,
    isTokenStep: Bool
  ) throws(OAuth1Error) -> OAuth1Client.Transport {
    guard client.transport == .body, !ParameterNormalization.hasFormBody(request) else {
      return client.transport
    }
    let canBecomeForm = request.body.isEmpty && request.headers["Content-Type"] == nil
    if canBecomeForm, ["POST", "PUT", "PATCH"].contains(request.method) { return .body }
    if isTokenStep { throw .bodyIsNotForm }
    return .header
  }

  /// The request with an empty form where it has no body.
  private static func asForm(_ request: HTTPRequest) -> HTTPRequest {
    guard !ParameterNormalization.hasFormBody(request) else { return request }
    var request = request
    request.headers["Content-Type"] = "application/x-www-form-urlencoded"
    return request
  }

  /// The hash of a body that is no form, of zero bytes where there is none; `nil` when not asked for.
  private func bodyHash(of request: HTTPRequest) -> String? {
    guard client.sendsBodyHash, !ParameterNormalization.hasFormBody(request) else { return nil }
    return OAuth1BodyHash.of(request.body, method: client.method, hashing: hashing)
  }
}

/// The key that both secrets make together (RFC 5849 §3.4.2).
enum OAuth1Key {
  /// Both secrets, each encoded, joined by an ampersand that stands even when one is empty.
  static func bytes(_ consumerSecret: Secret, _ tokenSecret: Secret?) -> [UInt8] {
    var key: [UInt8] = []
    PercentEncoding.append(consumerSecret.bytes, to: &key)
    key.append(UInt8(ascii: "&"))
    PercentEncoding.append(tokenSecret?.bytes ?? [], to: &key)
    return key
  }
}

/// The digest of a body that is no form (OAuth Request Body Hash, draft 4, §3.2).
enum OAuth1BodyHash {
  /// Uses the hash of the signature method; a method without one uses SHA-1.
  static func of(
    _ body: [UInt8],
    method: OAuth1SignatureMethod,
    hashing: any Hashing
  ) -> String {
    Base64.encode(hashing.digest(method.hash ?? .sha1, body))
  }
}
