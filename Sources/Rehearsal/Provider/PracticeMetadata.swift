import Providers
import Standards

/// What a practice provider says of itself where the descriptor leaves addresses to its metadata.
struct PracticeMetadata {
  private let spec: OAuth2Spec
  private let issuer: URI?
  private let values: [String: OptionValue]
  private let name: String

  init(_ descriptor: Descriptor, _ spec: OAuth2Spec, _ values: [String: OptionValue]) {
    self.spec = spec
    self.values = values
    name = descriptor.name
    issuer = spec.issuer.flatMap { try? $0.expand(values) }
  }

  /// Below the issuer's own host, since no other need be among the descriptor's.
  private func url(_ path: String) -> URLTemplate? {
    issuer.flatMap { try? URLTemplate("\($0.origin)/practice/\(path)") }
  }

  private func filled(_ step: EndpointSpec?, _ path: String) -> EndpointSpec? {
    guard var step, step.urls.isEmpty, let url = url(path) else { return step }
    step.urls = [url]
    return step
  }

  /// The descriptor's OAuth 2.0 with an address for each step.
  var resolved: OAuth2Spec {
    guard issuer != nil else { return spec }
    var resolved = spec
    resolved.authorize = filled(spec.authorize, "authorize")
    resolved.token = filled(spec.token, "token") ?? spec.token
    resolved.refresh = filled(spec.refresh, "token") ?? spec.refresh
    resolved.revoke = filled(spec.revoke, "revoke")
    resolved.device = filled(spec.device, "device")
    resolved.par = filled(spec.par, "par")
    resolved.introspect = filled(spec.introspect, "introspect")
    resolved.userinfo = spec.oidc == nil ? nil : filled(spec.userinfo, "userinfo")
    if spec.jwks == nil { resolved.jwks = url("jwks") }
    if spec.registration?.url == nil { resolved.registration?.url = url("register") }
    return resolved
  }

  /// The document (RFC 8414 §2).
  func document(algorithm: SignatureAlgorithm?) -> JSONObject {
    let steps: [(String, URLTemplate?)] = [
      ("authorization_endpoint", resolved.authorize?.urls.first),
      ("token_endpoint", resolved.token.urls.first),
      ("revocation_endpoint", resolved.revoke?.urls.first),
      ("device_authorization_endpoint", resolved.device?.urls.first),
      ("pushed_authorization_request_endpoint", resolved.par?.urls.first),
      ("introspection_endpoint", resolved.introspect?.urls.first),
      ("userinfo_endpoint", resolved.userinfo?.urls.first), ("jwks_uri", resolved.jwks),
      ("registration_endpoint", resolved.registration?.url),
    ]
    var object = JSONObject()
    object["issuer"] = issuer.map { .string($0.text) }
    for (name, template) in steps {
      object[name] = (try? template?.expand(values)).map { .string($0.text) }
    }
    object["authorization_response_iss_parameter_supported"] = true
    if let algorithm, algorithm.family != .hmac {
      object["id_token_signing_alg_values_supported"] = [.string(algorithm.rawValue)]
    }
    return object
  }

  /// Whether the request is for the document.
  func isDocument(_ request: PracticeRequest) -> Bool {
    guard let issuer, request.method == "GET" else { return false }
    if let place = spec.metadata { return (try? place.expand(values)).map(request.isFor) ?? false }
    return ServerMetadata.locations(of: issuer, prefersOpenID: spec.oidc != nil)
      .first.map(request.isFor) ?? false
  }
}
