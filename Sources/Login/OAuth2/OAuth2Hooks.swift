import Providers
import Standards

/// Runs the hooks by which a descriptor changes the steps of an OAuth 2.0 flow.
struct OAuth2Hooks: Sendable {
  let descriptor: Descriptor
  let options: [String: OptionValue]
  let tools: Tools

  /// On these the login's safety hangs: a hook may see them and not change them.
  private static let guarded = [
    "state", "redirect_uri", "code_challenge", "code_challenge_method", "code", "code_verifier",
    "refresh_token", "grant_type", "response_type", "client_id",
  ]
  private static let secret: Set<String> = [
    "code", "code_verifier", "refresh_token", "client_secret", "client_assertion", "state",
  ]

  private var script: DescriptorScript {
    DescriptorScript(descriptor: descriptor, tools: tools)
  }

  /// The authorize URL as `on_authorize` wants it.
  func authorize(_ url: URI) async throws(AuthRunError) -> URI {
    guard descriptor.hooks.contains(.onAuthorize) else { return url }
    guard let parameters = try? url.queryParameters() else { return url }
    return url.replacingQuery(try await change(parameters, .onAuthorize, url))
  }

  /// Shows the parameters of an accepted callback to `on_callback`, which may refuse them.
  func callback(_ parameters: Parameters) async throws(AuthRunError) {
    guard descriptor.hooks.contains(.onCallback) else { return }
    try await script.examine(parameters, options, secret: Self.secret)
  }

  /// The token request as `on_token_request` wants it.
  func tokenRequest(_ request: HTTPRequest) async throws(AuthRunError) -> HTTPRequest {
    guard descriptor.hooks.contains(.onTokenRequest) else { return request }
    var request = request
    if request.body.isEmpty {
      let parameters = (try? request.url.queryParameters()) ?? Parameters()
      request.url = request.url.replacingQuery(
        try await change(parameters, .onTokenRequest, request.url)
      )
    } else if let object = (try? JSONReader.read(request.body))?.object {
      let parameters = Parameters(object.members.map { ($0.name, $0.value.string ?? "") })
      var changed = JSONObject()
      for pair in try await change(parameters, .onTokenRequest, request.url).pairs {
        changed[pair.nameText] = .string(pair.valueText)
      }
      request.body = Array(JSONValue.object(changed).serialized.utf8)
    } else if let parameters = try? FormEncoding.decode(request.body) {
      let changed = try await change(parameters, .onTokenRequest, request.url)
      request.body = Array(FormEncoding.encode(changed).utf8)
    }
    return request
  }

  /// The token response as `on_token_response` wants it; status and header fields stay.
  func tokenResponse(_ response: HTTPResponse) async throws(AuthRunError) -> HTTPResponse {
    guard descriptor.hooks.contains(.onTokenResponse) else { return response }
    let answer: JSONValue
    if let json = try? JSONReader.read(response.body) {
      answer = json
    } else if let form = try? FormEncoding.decode(response.body) {
      var object = JSONObject()
      for pair in form.pairs {
        object[pair.nameText] = .string(pair.valueText)
      }
      answer = .object(object)
    } else {
      return response
    }
    var response = response
    response.body = Array(try await script.change(answer: answer, options).serialized.utf8)
    return response
  }

  private func change(
    _ parameters: Parameters,
    _ hook: Hook,
    _ url: URI
  ) async throws(AuthRunError) -> Parameters {
    let changed = try await script.change(
      parameters,
      with: hook,
      options,
      to: url,
      secret: Self.secret
    )
    for name in Self.guarded where changed.values(name) != parameters.values(name) {
      throw AuthRunError(
        .descriptorInvalid,
        "\(hook.rawValue) may not change \(name)",
        provider: descriptor.id,
        step: hook.rawValue,
        location: descriptor.source.fileName
      )
    }
    return changed
  }
}
