import HTTP
import Providers
import Standards

/// Makes requests to a provider's API the way its descriptor says.
struct APICaller: Sendable {
  let descriptor: Descriptor
  let credential: Credential
  let tools: Tools

  /// The name under which a base that came with the token is kept; no descriptor can use it.
  static let baseName = "authrun:base"

  /// Bytes of an answer's body that is kept in memory; more than that of a token endpoint may be.
  static let largestBody = 64 << 20

  /// Sends a request and keeps the whole answer, within the bounds of every exchange.
  func send(
    _ request: APIRequest,
    step: String = "request"
  ) async throws(AuthRunError) -> HTTPResponse {
    let manner = Manner(upload: request.upload, limits: collecting)
    let answer = try await dispatch(prepared(request, step: step), manner, step: step)
    return try await answer.collect(limit: Self.largestBody)
  }

  /// How a request is sent, beside what it is.
  struct Manner: Sendable {
    var upload: BodySource?
    var limits: HTTPLimits
    var progress: TransferProgress?

    var isRepeatable: Bool { upload?.isRepeatable ?? true }
  }

  /// The bounds for an answer that is kept in memory.
  var collecting: HTTPLimits {
    var limits = tools.exchange.limits
    limits.maxBody = Self.largestBody
    return limits
  }

  /// The bounds for an answer of any size: it must go on, but may take its time.
  func streaming(_ request: APIRequest) -> HTTPLimits {
    var limits = tools.exchange.limits
    limits.maxBody = nil
    // Whoever fills a pipe may take any time.
    limits.stallTimeout = request.isRepeatable ? limits.totalTimeout : nil
    limits.totalTimeout = request.maxTime.map { .seconds($0) }
    return limits
  }

  /// The request with all that belongs to it but the token or signature; refused where it may not go.
  func prepared(_ request: APIRequest, step: String) throws(AuthRunError) -> HTTPRequest {
    var message = try message(request, step: step)
    try HostGuard(descriptor, tools).require(message.url, for: credential, step: step)
    try addConstants(to: &message)
    if let accepts = request.accepts, message.headers["Accept"] == nil {
      message.headers["Accept"] = accepts
    }
    return message
  }

  /// Sends a request with the account's token or a signature of its own.
  func dispatch(
    _ request: HTTPRequest,
    _ manner: Manner,
    step: String
  ) async throws(AuthRunError) -> StreamedAnswer {
    guard credential.kind != .oauth1 else {
      return try await sendSigned(request, manner, step: step)
    }
    var request = request
    var manner = manner
    if descriptor.hooks.contains(.sign) {
      // What is signed must be known before the first byte is sent.
      if let upload = manner.upload {
        request.body = try upload.contents(limit: Self.largestBody)
        manner.upload = nil
      }
      request = try await hooked(request)
    } else {
      try present(on: &request, step: step)
    }
    guard let dpop = try DPoPSender(credential, tools) else {
      return try await sendBare(request, manner, step: step)
    }
    let token = credential.accessToken
    let first = try dpop.proved(request, accessToken: token, step: step)
    let answer = try await sendBare(first.request, manner, step: step)
    guard dpop.isWorthRepeating(request, answeredBy: answer.head, sent: first.nonce),
      manner.isRepeatable
    else { return answer }
    tools.tracer.note(step, "the API asks for a nonce in the proof; once more")
    let second = try dpop.proved(request, accessToken: token, step: step)
    let last = try await sendBare(second.request, manner, step: step)
    _ = dpop.isWorthRepeating(request, answeredBy: last.head, sent: second.nonce)
    return last
  }

  /// The request as the descriptor's `sign` has it; the token is then the function's to place.
  func hooked(_ request: HTTPRequest) async throws(AuthRunError) -> HTTPRequest {
    guard descriptor.hooks.contains(.sign) else { return request }
    return try await DescriptorScript(descriptor: descriptor, tools: tools)
      .sign(request, credential)
  }

  /// Sends a request as it stands.
  func sendBare(
    _ request: HTTPRequest,
    _ manner: Manner,
    step: String
  ) async throws(AuthRunError) -> StreamedAnswer {
    let upload = try manner.upload?.open(progress: manner.progress)
    return try await tools.exchange.open(
      request,
      upload: upload,
      limits: manner.limits,
      step: step,
      identity: identity(for: request.url)
    )
  }

  /// The certificate is shown to the descriptor's hosts alone, wherever a redirect may lead.
  private func identity(for url: URI) -> ClientIdentity? {
    guard let spec = descriptor.oauth2,
      (try? descriptor.hostSet(credential.options))?.allows(url) == true
    else { return nil }
    return spec.identity(credential.options)
  }

  /// The request as it was given, at the address that its target names.
  func message(_ request: APIRequest, step: String) throws(AuthRunError) -> HTTPRequest {
    var message = HTTPRequest(
      method: request.method,
      url: try address(request.target, step: step),
      headers: request.headers,
      body: request.body
    )
    message.secrets = request.secrets
    return message
  }

  /// The URL that `target` names: itself when it is one, else a path below the API's base.
  private func address(_ target: String, step: String) throws(AuthRunError) -> URI {
    let isWhole = APIRequest.isWhole(target)
    let base = isWhole ? nil : try base()
    do throws(URIError) {
      if isWhole { return try URI(typed: target) }
      if let base { return try base.appendingPath(target) }
    } catch {
      throw AuthRunError(
        .inputInvalid,
        "the URL cannot be read: \(error)",
        step: step,
        hint: "special characters in a URL must be percent-encoded"
      )
    }
    throw AuthRunError(
      .inputInvalid,
      "\(descriptor.id) declares no base for paths",
      step: step,
      hint: "give the whole URL"
    )
  }
}

extension APICaller {
  /// Where the API's paths start; a base from the token response was stored with the credential.
  private func base() throws(AuthRunError) -> URI? {
    switch descriptor.request.base {
    case .urls(let templates):
      let template = templates.first { $0.isComplete(credential.options) } ?? templates.first
      return try template?.address(credential.options)
    case .tokenResponse:
      return credential.extras[Self.baseName]?.string.flatMap { try? URI($0) }
    case nil: return nil
    }
  }

  /// The header fields and query parameters that every request to this API has.
  ///
  /// A field that the one request has of its own stays as it is there.
  private func addConstants(to request: inout HTTPRequest) throws(AuthRunError) {
    let values = credential.options.withMoment(tools, descriptor)
    let filling = try RequestFilling(descriptor, values, to: request.url)
    let fields = try filling.fields(descriptor.request.headers).fields
    for field in fields where request.headers[field.name] == nil { request.headers.set(field) }
    let query = try filling.parameters(descriptor.request.query)
    request.secrets.parameters.formUnion(query.secretNames)
    if !query.pairs.isEmpty { request.url = request.url.appendingQuery(query) }
  }

  func present(on request: inout HTTPRequest, step: String) throws(AuthRunError) {
    try descriptor.requireBindings(ofTokenTo: request.url, credential.options)
    switch credential.presentation {
    case .header(let name, let prefix):
      guard request.headers[name] == nil else {
        throw AuthRunError(
          .inputInvalid,
          "the header field \(name) is authrun's to set",
          step: step,
          hint: "leave it out: the account's token goes there"
        )
      }
      request.headers[name] = prefix + credential.accessToken.text
    case .query(let name):
      request.url = request.url.appendingQuery(
        Parameters([(name, credential.accessToken.text)])
      )
    }
  }

  private func sendSigned(
    _ request: HTTPRequest,
    _ manner: Manner,
    step: String
  ) async throws(AuthRunError) -> StreamedAnswer {
    let signer = try signer(for: request.url, step: step)
    var request = request
    var manner = manner
    let isForm = ParameterNormalization.hasFormBody(request)
    if let upload = manner.upload, isForm || signer.client.sendsBodyHash {
      // What is signed must be known before the first byte is sent (RFC 5849 §3.4.1.3.1).
      request.body = try upload.contents(limit: Self.largestBody)
      manner.upload = nil
    }
    let applied = tools.clockOffsets.seconds(for: request.url, at: tools.clock.now())
    let answer = try await sign(request, by: signer, offset: applied, manner, step: step)
    guard [400, 401, 403].contains(answer.head.status),
      let whole = try await answer.whole(atMost: 64 << 10)
    else { return answer }
    let now = tools.clock.now()
    guard let offset = OAuth1ClockOffset.correction(for: whole, now: now, applied: applied) else {
      return answer
    }
    // Kept even where the body is gone: the next attempt at the whole then succeeds.
    tools.clockOffsets.learn(offset, for: request.url, at: now)
    guard manner.isRepeatable else {
      tools.tracer.note(
        step,
        "this machine's clock is \(-offset) s ahead of the provider's; the body can be sent only once"
      )
      return answer
    }
    tools.tracer.note(step, "this machine's clock is \(-offset) s ahead of the provider's; again")
    return try await sign(request, by: signer, offset: offset, manner, step: step)
  }

  private func sign(
    _ request: HTTPRequest,
    by signer: OAuth1Signer,
    offset: Int64,
    _ manner: Manner,
    step: String
  ) async throws(AuthRunError) -> StreamedAnswer {
    let signed: OAuth1SignedRequest
    do throws(OAuth1Error) {
      signed = try signer.sign(
        request,
        timestamp: tools.clock.now().adding(offset),
        nonce: OAuth1Signer.nonce(from: tools.random)
      )
    } catch {
      throw AuthRunError(error, step: step)
    }
    tools.tracer.derived(step, signed.derivations)
    return try await sendBare(signed.request, manner, step: step)
  }

  /// What signs the account's requests to `url`.
  func signer(for url: URI, step: String) throws(AuthRunError) -> OAuth1Signer {
    guard let spec = descriptor.oauth1, let secret = credential.tokenSecret else {
      throw AuthRunError(.internal, "an OAuth 1.0a account without its secret", step: step)
    }
    try spec.requireBindings(of: descriptor, to: url, credential.options)
    try descriptor.requireBindings(ofTokenTo: url, credential.options)
    let token = OAuth1Token(token: credential.accessToken, secret: secret)
    return OAuth1Signer(
      client: try spec.client(credential.options),
      token: token.token.isEmpty ? nil : token,
      hashing: tools.hashing,
      privateKey: try spec.privateKey(credential.options)
    )
  }
}
