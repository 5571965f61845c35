import Providers
package import Standards

/// What an account adds to a request, for somebody else to send it.
package struct SignedAPIRequest: Sendable {
  package let method: String
  package let url: URI
  /// The header fields that carry the credential; none where it travels in the URL or the body.
  package let fields: [HTTPField]
  /// The body, where the signature became a part of it.
  package let body: [UInt8]?

  package init(method: String, url: URI, fields: [HTTPField], body: [UInt8]?) {
    self.method = method
    self.url = url
    self.fields = fields
    self.body = body
  }
}

extension Engine {
  /// Signs a request, or adds the account's token to it, and sends nothing to the API.
  ///
  /// An expired token is refreshed first. The header fields and parameters that the descriptor adds to each
  /// request are left out: what was given is what is signed.
  package func sign(
    _ request: APIRequest,
    as account: AccountID
  ) async throws(AuthRunError) -> SignedAPIRequest {
    do throws(AuthRunError) {
      return try await signer(account).sign(request)
    } catch {
      throw shown(error, account)
    }
  }

  /// Checks that a signed request is one of the account's; throws `signature_invalid` with the reason.
  ///
  /// Whether its time and nonce are fresh is for the caller to say (RFC 5849 §3.3).
  package func verify(
    _ request: APIRequest,
    as account: AccountID
  ) async throws(AuthRunError) -> OAuth1ReceivedRequest {
    do throws(AuthRunError) {
      return try await signer(account).verify(request)
    } catch {
      throw shown(error, account)
    }
  }
}

extension Engine {
  private func signer(_ account: AccountID) async throws(AuthRunError) -> APICaller {
    APICaller(
      descriptor: try descriptor(account.provider),
      credential: try await credential(account, .forSigning),
      tools: tools
    )
  }
}

extension APICaller {
  fileprivate static let signStep = "sign"

  fileprivate func sign(
    _ request: APIRequest
  ) async throws(AuthRunError) -> SignedAPIRequest {
    let step = Self.signStep
    var message = try message(request, step: step)
    try HostGuard(descriptor, tools).require(message.url, for: credential, step: step)
    let given = message
    if credential.kind == .oauth1 {
      let signer = try signer(for: message.url, step: step)
      let signed: OAuth1SignedRequest
      do throws(OAuth1Error) {
        signed = try signer.sign(
          message,
          timestamp: timestamp(for: message.url),
          nonce: OAuth1Signer.nonce(from: tools.random)
        )
      } catch {
        throw AuthRunError(error, step: step)
      }
      tools.tracer.derived(step, signed.derivations)
      message = signed.request
    } else if descriptor.hooks.contains(.sign) {
      message = try await hooked(message)
    } else if let dpop = try DPoPSender(credential, tools) {
      try present(on: &message, step: step)
      message = try dpop.proved(message, accessToken: credential.accessToken, step: step).request
    } else {
      try present(on: &message, step: step)
      tools.tracer.note(step, "a bearer token is the same for every request: nothing is computed")
    }
    return SignedAPIRequest(
      method: message.method,
      url: message.url,
      fields: message.headers.fields.filter { !given.headers.fields.contains($0) },
      body: message.body == given.body ? nil : message.body
    )
  }

  /// Our clock's time, or the provider's where an earlier refusal taught it.
  private func timestamp(for url: URI) -> Timestamp {
    let now = tools.clock.now()
    return now.adding(tools.clockOffsets.seconds(for: url, at: now))
  }

  fileprivate func verify(_ request: APIRequest) throws(AuthRunError) -> OAuth1ReceivedRequest {
    let step = Self.signStep
    guard let spec = descriptor.oauth1, credential.kind == .oauth1 else {
      throw AuthRunError(
        .inputInvalid,
        "only OAuth 1.0a requests are signed; this account's token is the same in each",
        step: step
      )
    }
    let received = try received(message(request, step: step))
    tools.tracer.derived(step, received.baseString.derivations)
    let client = try spec.client(credential.options)
    guard FixedTime.equal(received.consumerKey, client.consumerKey) else {
      throw invalid("oauth_consumer_key is not this account's")
    }
    guard FixedTime.equal(received.token ?? "", credential.accessToken.text) else {
      throw invalid("oauth_token is not this account's")
    }
    guard received.method == client.method else {
      throw invalid("it is not signed with \(client.method.rawValue), as \(descriptor.id) asks")
    }
    let key = try spec.publicKey(credential.options)
    do throws(OAuth1ReceivedRequest.Fault) {
      try received.verify(
        consumerSecret: client.consumerSecret,
        tokenSecret: credential.tokenSecret,
        hashing: tools.hashing,
        publicKey: key
      )
    } catch {
      throw invalid(error.reason)
    }
    return received
  }

  /// The request as a provider would read it.
  private func received(_ message: HTTPRequest) throws(AuthRunError) -> OAuth1ReceivedRequest {
    let mark = "oauth_signature="
    let isSigned =
      message.headers["Authorization"] != nil || message.url.query?.contains(mark) ?? false
      || String(decoding: message.body, as: UTF8.self).contains(mark)
    guard isSigned else {
      throw AuthRunError(
        .inputInvalid,
        "the request carries no signature",
        step: Self.signStep,
        hint: "-H 'Authorization: OAuth …' gives the one to verify"
      )
    }
    do throws(OAuth1Error) {
      return try OAuth1ReceivedRequest(message)
    } catch {
      throw invalid(error.description)
    }
  }

  private func invalid(_ reason: String) -> AuthRunError {
    AuthRunError(
      .signatureInvalid,
      reason,
      step: Self.signStep,
      hint: "--trace shows the base string of the request as it was given"
    )
  }
}

extension OAuth1ReceivedRequest.Fault {
  fileprivate var reason: String {
    switch self {
    case .unsupportedVersion: "oauth_version is not 1.0"
    case .unsupportedMethod: "oauth_signature_method names none that is known"
    case .noTimeOrNonce:
      "oauth_timestamp or oauth_nonce is missing or empty, and only PLAINTEXT may"
    case .bodyHash: "oauth_body_hash does not fit the body"
    case .signature:
      "the signature does not hold: the request or a secret is another than when it was signed"
    case .noPublicKey: "there is no public key to verify with"
    }
  }
}
