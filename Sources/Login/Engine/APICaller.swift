import Providers
import Standards

/// Makes requests to a provider's API the way its descriptor says.
struct APICaller: Sendable {
  let descriptor: Descriptor
  let credential: Credential
  let tools: Tools

  /// The name under which a base that came with the token is kept; no descriptor can use it.
  static let baseName = "authrun:base"

  /// Bytes of an answer's body, which may be larger than that of a token endpoint.
  private static let largestBody = 64 << 20

  func send(
    _ request: APIRequest,
    step: String = "request"
  ) async throws(AuthRunError) -> HTTPResponse {
    try await dispatch(prepared(request, step: step), step: step)
  }

  /// The request with all that belongs to it but the token or signature; refused where it may not go.
  func prepared(_ request: APIRequest, step: String) throws(AuthRunError) -> HTTPRequest {
    var message = try message(request, step: step)
    try HostGuard(descriptor, tools).require(message.url, for: credential, step: step)
    try addConstants(to: &message)
    return message
  }

  /// Sends a request with the account's token or a signature of its own.
  func dispatch(
    _ request: HTTPRequest,
    step: String
  ) async throws(AuthRunError) -> HTTPResponse {
    guard credential.kind != .oauth1 else { return try await sendSigned(request, step: step) }
    var request = request
    try present(on: &request, step: step)
    return try await sendBare(request, step: step)
  }

  /// Sends a request as it stands.
  func sendBare(
    _ request: HTTPRequest,
    step: String
  ) async throws(AuthRunError) -> HTTPResponse {
    try await tools.exchange.send(request, step: step, largestBody: Self.largestBody)
  }

  /// The request as it was given, at the address that its target names.
  func message(_ request: APIRequest, step: String) throws(AuthRunError) -> HTTPRequest {
    HTTPRequest(
      method: request.method,
      url: try address(request.target, step: step),
      headers: request.headers,
      body: request.body
    )
  }

  /// The URL that `target` names: itself when it is one, else a path below the API's base.
  private func address(_ target: String, step: String) throws(AuthRunError) -> URI {
    let base = target.contains("://") ? nil : try base()
    do throws(URIError) {
      if target.contains("://") { return try URI(typed: target) }
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
    case .url(let template): return try template.address(credential.options)
    case .tokenResponse:
      return credential.extras[Self.baseName]?.string.flatMap { try? URI($0) }
    case nil: return nil
    }
  }

  /// The header fields and query parameters that every request to this API has.
  private func addConstants(to request: inout HTTPRequest) throws(AuthRunError) {
    let constants = descriptor.request.headers + descriptor.request.query
    try descriptor.requireBindings(of: constants, to: request.url, credential.options)
    for header in descriptor.request.headers where request.headers[header.name] == nil {
      request.headers[header.name] = header.text(credential.options)
    }
    var query = Parameters()
    for parameter in descriptor.request.query {
      if let value = parameter.text(credential.options) { query.append(parameter.name, value) }
    }
    if !query.pairs.isEmpty { request.url = request.url.appendingQuery(query) }
  }

  func present(on request: inout HTTPRequest, step: String) throws(AuthRunError) {
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
    step: String
  ) async throws(AuthRunError) -> HTTPResponse {
    let signer = try signer(step: step)
    return try await OAuth1Sender(tools: tools, largestBody: Self.largestBody).send(step: step) {
      timestamp,
      nonce throws(OAuth1Error) in
      try signer.sign(request, timestamp: timestamp, nonce: nonce)
    }
  }

  /// What signs the account's requests.
  func signer(step: String) throws(AuthRunError) -> OAuth1Signer {
    guard let spec = descriptor.oauth1, let secret = credential.tokenSecret else {
      throw AuthRunError(.internal, "an OAuth 1.0a account without its secret", step: step)
    }
    return OAuth1Signer(
      client: try spec.client(credential.options),
      token: OAuth1Token(token: credential.accessToken, secret: secret),
      hashing: tools.hashing
    )
  }
}
