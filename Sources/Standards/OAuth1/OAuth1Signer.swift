/// Signs requests for one client and one token (RFC 5849 §3).
package struct OAuth1Signer: Sendable {
  package let client: OAuth1Client
  package let token: OAuth1Token?
  private let hashing: any Hashing
  private let authenticator: (any MessageAuthenticator)?
  private let privateKey: (any MessageSigner)?
  /// The parameters that stand first and are the same for every request.
  private let constants: OAuth1ProtocolParameters.Constants

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
    constants = OAuth1ProtocolParameters.Constants(
      Self.constants(client, token: token),
      realm: client.realm
    )
    if let hash = client.method.hash, !client.method.usesPrivateKey {
      authenticator = hashing.authenticator(
        hash,
        key: Secret(OAuth1Key.bytes(client.consumerSecret, token?.secret))
      )
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
    let hasForm = ParameterNormalization.hasFormBody(request)
    let carrier = try carrier(of: request, hasForm: hasForm, isTokenStep: isTokenStep)
    let own = OAuth1ProtocolParameters(
      constants,
      timestamp: timestamp,
      nonce: nonce,
      step: protocolParameters,
      bodyHash: isTokenStep || hasForm || carrier == .body ? nil : bodyHash(of: request)
    )
    let base = try baseString(of: request, form: hasForm ? request.body : [], own)
    let signature = try signature(over: base.bytes)
    return OAuth1SignedRequest(
      carrier == .header ? request : carry(own, signature, in: carrier, of: request),
      authorization: carrier == .header ? try own.header(signature: signature) : nil,
      baseString: base,
      signature: signature,
      method: client.method,
      hasToken: token != nil
    )
  }

  /// The signature over a base string, as text before any encoding (RFC 5849 §3.4.2 to §3.4.4).
  package func signature(over baseString: String) throws(OAuth1Error) -> String {
    try signature(over: Array(baseString.utf8))
  }

  private func signature(over message: [UInt8]) throws(OAuth1Error) -> String {
    if let authenticator { return Base64.encode(authenticator.authenticate(message.span)) }
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

  /// The text that is signed: query, form and protocol parameters, all in one order.
  private func baseString(
    of request: HTTPRequest,
    form: [UInt8],
    _ own: borrowing OAuth1ProtocolParameters
  ) throws(OAuth1Error) -> SignatureBaseString {
    let authority = try SignatureBaseString.authority(
      of: request.url,
      host: request.headers["Host"]
    )
    let queryText = request.url.query ?? ""
    let query = queryText.utf8Span.span
    typealias Encoded = EncodedParameters
    return try Encoded.with(
      bytes: own.encodedSize + Encoded.size(form: query) + Encoded.size(form: form.span),
      pairs: own.count + Encoded.pairs(form: query) + Encoded.pairs(form: form.span)
    ) { (encoded) throws(OAuth1Error) in
      own.append(to: &encoded)
      try encoded.append(form: query, in: .query)
      try encoded.append(form: form.span, in: .body)
      encoded.sort()
      try encoded.refuseRepetition()
      return SignatureBaseString(
        method: request.method,
        url: request.url,
        authority: authority,
        sorted: encoded
      )
    }
  }

  /// The request with the protocol parameters in its query or its form.
  private func carry(
    _ own: borrowing OAuth1ProtocolParameters,
    _ signature: String,
    in carrier: OAuth1Client.Transport,
    of request: HTTPRequest
  ) -> HTTPRequest {
    let parameters = own.parameters(
      after: Self.constants(client, token: token),
      signature: signature
    )
    var request = carrier == .body ? Self.asForm(request) : request
    if carrier == .query {
      request.url = request.url.appendingQuery(parameters)
    } else {
      let added = FormEncoding.encode(parameters, space: .percent)
      request.body += Array((request.body.isEmpty ? added : "&\(added)").utf8)
    }
    return request
  }

  private static func constants(
    _ client: OAuth1Client,
    token: OAuth1Token?
  ) -> Parameters {
    var parameters = Parameters([("oauth_consumer_key", client.consumerKey)])
    if let token = token?.token.bytes ?? (client.sendsEmptyToken ? [] : nil) {
      parameters.pairs.append(Parameter(name: Array("oauth_token".utf8), value: token))
    }
    parameters.append("oauth_signature_method", client.method.rawValue)
    if client.sendsVersion { parameters.append("oauth_version", "1.0") }
    return parameters
  }

  /// Where the protocol parameters of this request travel.
  private func carrier(
    of request: HTTPRequest,
    hasForm: Bool,
    isTokenStep: Bool
  ) throws(OAuth1Error) -> OAuth1Client.Transport {
    guard client.transport == .body, !hasForm else { return client.transport }
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
    guard client.sendsBodyHash else { return nil }
    return OAuth1BodyHash.of(request.body, method: client.method, hashing: hashing)
  }
}

/// The key that both secrets make together (RFC 5849 §3.4.2).
enum OAuth1Key {
  /// Both secrets, each encoded, joined by an ampersand that stands even when one is empty.
  static func bytes(_ consumerSecret: Secret, _ tokenSecret: Secret?) -> [UInt8] {
    let consumer = consumerSecret.bytes
    let token = tokenSecret?.bytes ?? []
    // Room for all of it at once: an array that grows leaves copies behind.
    return ByteWriter.bytes(capacity: (consumer.count + token.count) * 3 + 1) {
      (output: inout ByteWriter) in
      output.appendEncoded(consumer.span)
      output.append(UInt8(ascii: "&"))
      output.appendEncoded(token.span)
    }
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
