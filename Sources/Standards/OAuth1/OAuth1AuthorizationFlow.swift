/// The three-legged login of RFC 5849 §2 as values: requests out, responses and the callback in.
package struct OAuth1AuthorizationFlow: Sendable {
  /// What the provider sends to the user instead of a redirect (RFC 5849 §2.1).
  package static let outOfBand = "oob"

  package let client: OAuth1Client
  package let configuration: OAuth1Configuration
  package private(set) var temporary: OAuth1Token?
  private var verifier: Secret?
  private let callback: String
  private let hashing: any Hashing
  private let privateKey: (any MessageSigner)?

  /// Starts a login, or takes one up again that has its temporary credentials already.
  ///
  /// The callback is the URI byte for byte as the provider knows it, or `outOfBand`.
  package init(
    client: OAuth1Client,
    configuration: OAuth1Configuration,
    callback: String,
    temporary: OAuth1Token? = nil,
    hashing: any Hashing,
    privateKey: (any MessageSigner)? = nil
  ) {
    self.client = client
    self.configuration = configuration
    self.callback = callback
    self.temporary = temporary
    self.hashing = hashing
    self.privateKey = privateKey
  }

  // MARK: Temporary credentials (RFC 5849 §2.1)

  package func temporaryCredentialRequest(
    timestamp: Timestamp,
    nonce: String
  ) throws(OAuth1Error) -> OAuth1SignedRequest {
    guard let endpoint = configuration.requestToken else { throw .outOfOrder }
    var own = Parameters()
    var protocolParameters = Parameters()
    if configuration.sendsCallbackAsParameter {
      own.append("oauth_callback", callback)
    } else if !configuration.omitsCallback {
      protocolParameters.append("oauth_callback", callback)
    }
    return try signer(token: nil).sign(
      endpoint.request(adding: own),
      protocolParameters: protocolParameters,
      timestamp: timestamp,
      nonce: nonce,
      isTokenStep: true
    )
  }

  package mutating func receiveTemporaryCredentials(
    _ response: HTTPResponse
  ) throws(ProtocolFailure) {
    let read = OAuth1Response(response)
    if let failure = read.failure(unauthorized: .invalidClient) {
      throw failure.hiding([client.consumerSecret])
    }
    let token = try read.token()
    if configuration.requiresCallbackConfirmed, !configuration.omitsCallback,
      read.fields.values("oauth_callback_confirmed").map({ $0.lowercased() }) != ["true"]
    {
      throw ProtocolFailure(
        .protocolViolation,
        "the provider did not confirm the callback (oauth_callback_confirmed)"
      )
    }
    temporary = token
  }

  // MARK: Authorization (RFC 5849 §2.2)

  /// Where to send the user; `nil` before there are temporary credentials.
  package var authorizationURI: URI? {
    guard let temporary, let endpoint = configuration.authorize else { return nil }
    var standard = Parameters()
    standard.append("oauth_token", temporary.token.text)
    if configuration.repeatsCallback { standard.append("oauth_callback", callback) }
    return endpoint.url.appendingQuery(
      endpoint.rules.applied(to: standard, guarding: ["oauth_token"])
    )
  }

  /// Judges what came to the callback URI: a repeated name, another token and a missing one are no answer.
  package mutating func judge(_ parameters: Parameters) -> CallbackVerdict {
    guard let temporary else { return .rejected(reason: "no login waits for a callback") }
    if let name = parameters.firstRepeatedName {
      return .rejected(reason: "the parameter \(ProviderText.shortened(name)) is repeated")
    }
    let expected = temporary.token.text
    if let denied = parameters.first("denied") {
      guard FixedTime.equal(denied, expected) else {
        return .rejected(reason: "the refusal names another login")
      }
      return .refused(denial(code: "denied", advice: nil))
    }
    guard let token = parameters.first("oauth_token") else {
      return .rejected(reason: "oauth_token is missing")
    }
    guard FixedTime.equal(token, expected) else {
      return .rejected(reason: "oauth_token belongs to another login")
    }
    if let problem = parameters.first("oauth_problem") {
      return .refused(denial(code: problem, advice: parameters.first("oauth_problem_advice")))
    }
    guard let verifier = parameters.first("oauth_verifier"), !verifier.isEmpty else {
      guard configuration.allowsMissingVerifier else {
        return .rejected(reason: "oauth_verifier is missing")
      }
      return .accepted
    }
    self.verifier = Secret(verifier)
    return .accepted
  }

  /// Takes the verifier that the user read from the provider's page and typed, without its spaces.
  package mutating func judge(pin: String) -> CallbackVerdict {
    guard temporary != nil else { return .rejected(reason: "no login waits for a PIN") }
    let digits = pin.filter { !$0.isWhitespace }
    guard !digits.isEmpty else { return .rejected(reason: "the PIN is empty") }
    verifier = Secret(digits)
    return .accepted
  }

  private func denial(code: String, advice: String?) -> ProtocolFailure {
    let known = OAuth1Problem(code: code, text: advice).kind ?? .providerRefused
    return ProtocolFailure(
      code == "denied" ? .accessDenied : known,
      "the login was refused at the provider",
      providerError: code,
      providerDescription: advice
    )
  }

  // MARK: Token credentials (RFC 5849 §2.3)

  /// The request that trades the verifier for the token; the callback is not sent again.
  ///
  /// `extra` are callback values that the provider wants back.
  package func tokenRequest(
    extra: Parameters = Parameters(),
    timestamp: Timestamp,
    nonce: String
  ) throws(OAuth1Error) -> OAuth1SignedRequest {
    guard let temporary, verifier != nil || configuration.allowsMissingVerifier else {
      throw .outOfOrder
    }
    var protocolParameters = Parameters()
    if let verifier { protocolParameters.append("oauth_verifier", verifier.text) }
    return try signer(token: temporary).sign(
      configuration.accessToken.request(adding: extra),
      protocolParameters: protocolParameters,
      timestamp: timestamp,
      nonce: nonce,
      isTokenStep: true
    )
  }

  package func receiveToken(_ response: HTTPResponse) throws(ProtocolFailure) -> OAuth1Grant {
    let secrets = [client.consumerSecret, temporary?.secret, verifier].compactMap { $0 }
    return try OAuth1Grant(response, unauthorized: .invalidGrant, hiding: secrets)
  }

  private func signer(token: OAuth1Token?) -> OAuth1Signer {
    OAuth1Signer(client: client, token: token, hashing: hashing, privateKey: privateKey)
  }
}
