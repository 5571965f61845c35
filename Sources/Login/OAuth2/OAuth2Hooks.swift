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
  /// These are secret even where no value of a secret made them.
  private static let secret: Set<String> = ["code", "code_verifier", "state"]

  private var script: DescriptorScript {
    DescriptorScript(descriptor: descriptor, tools: tools)
  }

  /// The authorize URL as `on_authorize` wants it; `step` is what the URL was made from.
  func authorize(_ url: URI, of step: EndpointSpec?) async throws(AuthRunError) -> URI {
    guard descriptor.hooks.contains(.onAuthorize) else { return url }
    guard let parameters = try? url.queryParameters() else { return url }
    let changed = try await change(parameters, [], .onAuthorize, url, step)
    return changed == parameters ? url : url.replacingQuery(changed)
  }

  /// Shows the parameters of an accepted callback to `on_callback`, which may refuse them.
  ///
  /// The code goes by the descriptor's name for it, and what is given back with it may be a part of it; a
  /// handle for either may go to where they are traded alone.
  func callback(
    _ parameters: Parameters,
    _ spec: CallbackSpec,
    tradedAt url: URI
  ) async throws(AuthRunError) {
    guard descriptor.hooks.contains(.onCallback) else { return }
    var names = Self.secret.union([spec.code, spec.state])
    if let payload = spec.payload { names.insert(payload) }
    names.formUnion(Set(spec.send.keys).subtracting(spec.set.values).subtracting(spec.keep))
    var shown = parameters
    for index in shown.pairs.indices {
      let pair = shown.pairs[index]
      shown.pairs[index].isSecret =
        names.contains(pair.nameText)
        || !SecretFields.shows(pair.valueText, as: pair.nameText)
    }
    try await script.examine(shown, options, to: url)
  }

  /// The token request as `on_token_request` wants it; `step` is what the request was made from.
  func tokenRequest(
    _ request: HTTPRequest,
    of step: EndpointSpec
  ) async throws(AuthRunError) -> HTTPRequest {
    guard descriptor.hooks.contains(.onTokenRequest) else { return request }
    let secrets = request.secrets.parameters
    let hook = Hook.onTokenRequest
    var request = request
    if request.body.isEmpty {
      let parameters = (try? request.url.queryParameters()) ?? Parameters()
      let changed = try await change(parameters, secrets, hook, request.url, step)
      if changed != parameters { request.url = request.url.replacingQuery(changed) }
    } else if let object = (try? JSONReader.read(request.body))?.object {
      let parameters = Parameters(object.members.map { ($0.name, $0.value.string ?? "") })
      let changed = try await change(parameters, secrets, hook, request.url, step)
      let members = changed.pairs.map { ($0.nameText, JSONValue.string($0.valueText)) }
      if changed != parameters { request.body = JSONObject(members).serializedBytes }
    } else if let parameters = try? FormEncoding.decode(request.body) {
      let changed = try await change(parameters, secrets, hook, request.url, step)
      if changed != parameters { request.body = Array(FormEncoding.encode(changed).utf8) }
    }
    return request
  }

  /// The token response as `on_token_response` wants it; status and header fields stay.
  func tokenResponse(
    _ response: HTTPResponse,
    _ spec: TokenResponseSpec
  ) async throws(AuthRunError) -> HTTPResponse {
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
    let changed = try await script.change(
      answer: answer,
      tokensAt: [spec.accessToken, spec.refreshToken],
      options
    )
    guard changed != answer else { return response }
    var response = response
    response.body = Array(changed.serialized.utf8)
    return response
  }

  private func change(
    _ parameters: Parameters,
    _ secrets: Set<String>,
    _ hook: Hook,
    _ url: URI,
    _ step: EndpointSpec?
  ) async throws(AuthRunError) -> Parameters {
    // A descriptor that renames a parameter neither opens nor frees it.
    func sent(_ name: String) -> String { step?.rename[name] ?? name }
    let names = secrets.union(Self.secret).union(Self.secret.map(sent))
    var shown = parameters
    for index in shown.pairs.indices {
      shown.pairs[index].isSecret = names.contains(shown.pairs[index].nameText)
    }
    let changed = try await script.change(shown, with: hook, options, to: url)
    for name in Self.guarded.flatMap({ [$0, sent($0)] })
    where changed.values(name) != parameters.values(name) {
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
