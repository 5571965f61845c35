import Providers
import Standards

/// Makes the address that the browser opens: the request itself, signed (RFC 9101), or left at the
/// provider beforehand (RFC 9126).
struct AuthorizationPage: Sendable {
  private let endpoint: OAuth2TokenEndpoint
  private static let step = "par"

  init(_ endpoint: OAuth2TokenEndpoint) {
    self.endpoint = endpoint
  }

  /// The address for a request whose parameters are all in `url`.
  func address(for url: URI) async throws(AuthRunError) -> URI {
    let spec = endpoint.spec
    guard spec.par != nil || spec.jar != nil, let page = spec.authorize else { return url }
    let base = try page.address(endpoint.values)
    let own = (try? base.queryParameters())?.pairs.count ?? 0
    // The endpoint's own query comes first and stays where it is (RFC 6749 §3.1).
    var parameters = Parameters(
      Array(((try? url.queryParameters()) ?? Parameters()).pairs.dropFirst(own))
    )
    let idName = page.rename["client_id"] ?? "client_id"
    let id = parameters.first(idName) ?? ""
    if let jar = spec.jar {
      parameters = Parameters([
        (idName, id), ("request", try requestObject(parameters, jar, clientID: id).text),
      ])
    }
    guard let par = spec.par else { return base.appendingQuery(parameters) }
    let response = try await endpoint.post(parameters, to: par, step: Self.step)
    let pushed: PushedAuthorization
    do throws(ProtocolFailure) {
      pushed = try PushedAuthorization(response, rules: endpoint.rules, hiding: endpoint.hidden)
    } catch {
      throw AuthRunError(error, step: Self.step)
    }
    return base.appendingQuery(Parameters([(idName, id), ("request_uri", pushed.requestURI)]))
  }

  /// The request as a JWT (RFC 9101 §4): its parameters are claims, one that stands twice is a list.
  private func requestObject(
    _ parameters: Parameters,
    _ spec: AssertionSpec,
    clientID: String
  ) throws(AuthRunError) -> Secret {
    var claims = JSONObject()
    for pair in parameters.pairs {
      let value = JSONValue.string(pair.valueText)
      switch claims[pair.nameText] {
      case nil: claims[pair.nameText] = value
      case .array(let values)?: claims[pair.nameText] = .array(values + [value])
      case let first?: claims[pair.nameText] = .array([first, value])
      }
    }
    if let details = claims["authorization_details"]?.string,
      let json = try? JSONReader.read(Array(details.utf8))
    {
      claims["authorization_details"] = json
    }
    if let age = claims["max_age"]?.string.flatMap({ Int64($0) }) {
      claims["max_age"] = .integer(age)
    }
    let values = endpoint.values
    let page = try endpoint.spec.authorize?.address(values)
    let audience = try spec.audience?.textIfComplete(values) ?? values[.issuer] ?? page?.origin
    claims["iss"] = .string(clientID)
    claims["aud"] = .string(audience ?? "")
    claims["jti"] = .string(Base64URL.encode(endpoint.tools.random.bytes(16)))
    claims["nbf"] = .integer(endpoint.tools.clock.now().seconds)
    return try AssertionSigner(spec, endpoint.options, endpoint.tools).token(
      claims,
      header: ["typ": "oauth-authz-req+jwt"],
      values,
      step: "authorize"
    ).token
  }
}
