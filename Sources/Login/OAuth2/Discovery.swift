import Providers
import Standards

/// Finds out what an authorization server says of itself, and fills in what a descriptor leaves to it.
struct Discovery: Sendable {
  let descriptor: Descriptor
  let tools: Tools

  /// Where the metadata is kept with a credential; no descriptor can use the name.
  static let keptName = "authrun:metadata"
  private static let step = "discovery"

  /// The members that a later refresh or request needs.
  private static let kept = [
    "issuer", "token_endpoint", "revocation_endpoint", "introspection_endpoint",
    "pushed_authorization_request_endpoint", "userinfo_endpoint", "jwks_uri",
    "id_token_signing_alg_values_supported",
    "mtls_endpoint_aliases",
  ]

  /// Fetches the metadata of the descriptor's issuer; `nil` where it names none.
  func fetch(
    _ spec: OAuth2Spec,
    _ options: [String: OptionValue]
  ) async throws(AuthRunError) -> ServerMetadata? {
    guard let issuer = try spec.issuer?.address(options) else { return nil }
    var expected = [issuer.text]
    for other in spec.oidc?.issuers ?? [] {
      if let text = try other.textIfComplete(options) { expected.append(text) }
    }
    let places =
      try spec.metadata.map { template throws(AuthRunError) in [try template.address(options)] }
      ?? ServerMetadata.locations(of: issuer, prefersOpenID: spec.oidc != nil)
    var status = 0
    for place in places {
      try require(place, options)
      let request = HTTPRequest(
        method: "GET",
        url: place,
        headers: HTTPFields([HTTPField("Accept", "application/json")])
      )
      let response = try await tools.exchange.send(request, step: Self.step)
      status = response.status
      guard status == 200 else {
        if status >= 500 { break }
        continue
      }
      do throws(ProtocolFailure) {
        return try ServerMetadata.read(response.body, issuers: expected)
      } catch {
        throw AuthRunError(error, step: Self.step)
      }
    }
    throw AuthRunError(
      status >= 500 ? .serviceUnavailable : .protocol,
      "\(issuer.origin) answered HTTP \(status) where its metadata should be",
      step: Self.step,
      hint: "oauth2.metadata says where it is; without it, name the URLs themselves"
    )
  }

  /// The descriptor's OAuth 2.0 with an address for each step, or without a step that there is not.
  func resolve(
    _ spec: OAuth2Spec,
    _ metadata: ServerMetadata?,
    _ options: [String: OptionValue]
  ) throws(AuthRunError) -> OAuth2Spec {
    guard let metadata else { return spec }
    var spec = spec
    let usesAliases = spec.usesClientCertificate
    func filled(_ step: EndpointSpec?, _ name: String) throws(AuthRunError) -> EndpointSpec? {
      guard var step, step.urls.isEmpty else { return step }
      let alias = usesAliases ? metadata.members["mtls_endpoint_aliases"]?[name]?.string : nil
      guard let text = alias ?? metadata.text(name) else { return nil }
      step.urls = [try template(text, name, options)]
      return step
    }
    func needed(_ step: EndpointSpec, _ name: String) throws(AuthRunError) -> EndpointSpec {
      guard let step = try filled(step, name) else { throw missing(name) }
      return step
    }
    spec.token = try needed(spec.token, "token_endpoint")
    spec.refresh = try needed(spec.refresh, "token_endpoint")
    if let page = spec.authorize { spec.authorize = try filled(page, "authorization_endpoint") }
    if let device = spec.device {
      spec.device = try filled(device, "device_authorization_endpoint")
    }
    if spec.par == nil, metadata.flag("require_pushed_authorization_requests") {
      spec.par = EndpointSpec(urls: [])
    }
    if let par = spec.par {
      spec.par = try needed(par, "pushed_authorization_request_endpoint")
    }
    spec.revoke = try filled(spec.revoke, "revocation_endpoint")
    spec.introspect = try filled(spec.introspect, "introspection_endpoint")
    spec.userinfo = try filled(spec.userinfo, "userinfo_endpoint")
    if spec.jwks == nil, let text = metadata.text("jwks_uri") {
      spec.jwks = try template(text, "jwks_uri", options)
    }
    if spec.registration != nil, spec.registration?.url == nil,
      let text = metadata.text("registration_endpoint")
    {
      spec.registration?.url = try template(text, "registration_endpoint", options)
    }
    return spec
  }

  /// What is kept with a credential, so that a refresh needs no look at the metadata.
  static func kept(_ metadata: ServerMetadata) -> JSONValue {
    var object = JSONObject()
    for name in kept { object[name] = metadata.members[name] }
    return .object(object)
  }

  /// The metadata of an earlier login.
  static func stored(_ credential: Credential?) -> ServerMetadata? {
    guard let object = credential?.extras[keptName]?.object, let issuer = object["issuer"]?.string
    else { return nil }
    return ServerMetadata(issuer: issuer, members: object)
  }

  private func template(
    _ text: String,
    _ name: String,
    _ options: [String: OptionValue]
  ) throws(AuthRunError) -> URLTemplate {
    do {
      try require(try URI(text), options)
      return try URLTemplate(text.replacing("{", with: "{{").replacing("}", with: "}}"))
    } catch let error as AuthRunError {
      throw error
    } catch {
      throw AuthRunError(.protocol, "the metadata's \(name) is no URL", step: Self.step)
    }
  }

  /// What the metadata names is reached only where the descriptor says so.
  private func require(_ url: URI, _ options: [String: OptionValue]) throws(AuthRunError) {
    let hosts: HostSet
    do throws(TemplateError) {
      hosts = try descriptor.hostSet(options)
    } catch {
      throw AuthRunError(error)
    }
    guard hosts.allows(url) else {
      throw AuthRunError(
        .hostNotAllowed,
        "the metadata leads to \(url.origin), which is none of the hosts of "
          + descriptor.source.fileName,
        provider: descriptor.id,
        step: Self.step,
        hint: "if that is right, name it in the descriptor: hosts = { \"\(url.authority)\" }"
      )
    }
  }

  private func missing(_ name: String) -> AuthRunError {
    AuthRunError(.protocol, "the metadata names no \(name)", step: Self.step)
  }
}
