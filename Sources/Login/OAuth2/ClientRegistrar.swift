import Providers
import Standards

/// Registers a client with the provider at an account's first login, and takes the same one later.
struct ClientRegistrar: Sendable {
  private let context: LoginContext
  private let endpoint: OAuth2TokenEndpoint
  /// Under what the redirect URI of a registered client is kept; no descriptor can use the name.
  static let redirectName = "authrun:redirect_uri"
  private static let step = "registration"

  init(_ context: LoginContext, _ endpoint: OAuth2TokenEndpoint) {
    self.context = context
    self.endpoint = endpoint
  }

  private var registration: OAuth2Spec.Registration? {
    context.given.contains("client_id") ? nil : endpoint.spec.registration
  }

  /// The redirect URI that the client was registered with, where there is one for this way.
  private var registeredURI: String? {
    registration == nil ? nil : context.registeredRedirectURI
  }

  /// The capture with the port that the provider knows: many compare all of the URI.
  func adapted(_ capture: CaptureSpec) -> CaptureSpec {
    guard capture.needsPort, context.request.redirectURI == nil, let known = registeredURI,
      known.matches(capture.redirectURI)
    else { return capture }
    return CaptureSpec(way: capture.way, redirectURI: known)
  }

  /// The endpoint with a client: the user's, the one registered before, or a new one.
  func registered(redirectURI: String) async throws(AuthRunError) -> OAuth2TokenEndpoint {
    guard let registration else { return endpoint }
    if endpoint.options["client_id"] != nil {
      // A client that the user gave once stays the user's.
      guard let registeredURI else { return endpoint }
      if registeredURI == redirectURI {
        var endpoint = endpoint
        endpoint.registeredRedirectURI = redirectURI
        return endpoint
      }
    }
    guard let url = registration.url else {
      throw AuthRunError(
        .inputInvalid,
        "the provider lets no client register itself",
        step: Self.step,
        hint: "make an app on its developer pages: --option client_id=ID"
      )
    }
    let client = try await register(at: url, registration, redirectURI)
    var endpoint = endpoint
    endpoint.options["client_id"] = .text(client.id)
    endpoint.options["client_secret"] = client.secret.map(OptionValue.secret)
    endpoint.registeredRedirectURI = redirectURI
    if let secret = client.secret {
      context.tools.tracer.redactor.learn(secret, as: "client_secret")
    }
    return endpoint
  }

  private func register(
    at url: URLTemplate,
    _ registration: OAuth2Spec.Registration,
    _ redirectURI: String
  ) async throws(AuthRunError) -> ClientRegistration.Client {
    await context.interaction.show(.step(Self.step))
    let spec = endpoint.spec
    let scopes = context.scopes(spec.scopes)
    var metadata = JSONObject()
    for member in registration.client.members {
      metadata[member.name] = try member.value.filled(endpoint.values)
    }
    let body = ClientRegistration(
      name: "authrun",
      redirectURIs: [redirectURI],
      grants: spec.grants.map(\.registeredName) + ["refresh_token"],
      authentication: spec.client(endpoint.options).authentication,
      scope: scopes.isEmpty ? nil : scopes.joined(separator: " "),
      metadata: metadata
    ).body
    var request = HTTPRequest(method: "POST", url: try url.address(endpoint.values))
    request.headers["Accept"] = "application/json"
    request.headers["Content-Type"] = "application/json"
    let filling = try RequestFilling(context.descriptor, endpoint.values, to: request.url)
    for field in try filling.fields(registration.headers).fields { request.headers.set(field) }
    request.body = body.serializedBytes
    let response = try await context.tools.exchange.send(request, step: Self.step)
    do throws(ProtocolFailure) {
      return try ClientRegistration.client(from: response)
    } catch {
      throw AuthRunError(error, step: Self.step)
    }
  }
}

extension OAuth2Spec.Grant {
  /// The grant's name in requests and metadata.
  fileprivate var registeredName: String {
    self == .deviceCode ? DeviceAuthorization.grantType : rawValue
  }
}

extension String {
  /// Whether this URI is the template with some port in it.
  fileprivate func matches(_ template: String) -> Bool {
    let parts = template.split(separator: "{port}", omittingEmptySubsequences: false)
    guard parts.count == 2, hasPrefix(parts[0]), hasSuffix(parts[1]),
      utf8.count > parts[0].utf8.count + parts[1].utf8.count
    else { return false }
    return dropFirst(parts[0].count).dropLast(parts[1].count).allSatisfy {
      ("0"..."9").contains($0)
    }
  }
}
