/// A client that registers itself (RFC 7591).
package struct ClientRegistration: Sendable {
  package var name: String
  package var redirectURIs: [String]
  package var grants: [String]
  package var authentication: OAuth2Client.Authentication
  package var scope: String?
  /// Further metadata, which wins over the above.
  package var metadata: JSONObject

  package init(
    name: String,
    redirectURIs: [String],
    grants: [String],
    authentication: OAuth2Client.Authentication,
    scope: String?,
    metadata: JSONObject = JSONObject()
  ) {
    self.name = name
    self.redirectURIs = redirectURIs
    self.grants = grants
    self.authentication = authentication
    self.scope = scope
    self.metadata = metadata
  }

  /// The request body (RFC 7591 §2).
  package var body: JSONObject {
    var object = JSONObject()
    object["client_name"] = .string(name)
    object["application_type"] = "native"
    object["redirect_uris"] = .array(redirectURIs.map { .string($0) })
    object["grant_types"] = .array(grants.map { .string($0) })
    if grants.contains("authorization_code") { object["response_types"] = ["code"] }
    object["token_endpoint_auth_method"] = .string(authentication.registeredName)
    if let scope { object["scope"] = .string(scope) }
    for member in metadata.members { object[member.name] = member.value }
    return object
  }

  /// What the server made of it (RFC 7591 §3.2.1).
  package struct Client: Sendable {
    package let id: String
    package let secret: Secret?
  }

  /// Reads the answer; anything but 2xx is a refusal with the server's own words.
  package static func client(from response: HTTPResponse) throws(ProtocolFailure) -> Client {
    let object = (try? JSONReader.read(response.body))?.object
    guard (200..<300).contains(response.status) else {
      throw ProtocolFailure(
        response.status >= 500 ? .serviceUnavailable : .providerRefused,
        "the client could not be registered (HTTP \(response.status))",
        providerError: object?["error"]?.string,
        providerDescription: object?["error_description"]?.string
      )
    }
    guard let id = object?["client_id"]?.string, !id.isEmpty else {
      throw ProtocolFailure(.protocolViolation, "the registration's answer holds no client_id")
    }
    let secret = object?["client_secret"]?.string.flatMap { $0.isEmpty ? nil : Secret($0) }
    return Client(id: id, secret: secret)
  }
}

extension OAuth2Client.Authentication {
  /// The name in the registry of RFC 7591 §4.2.
  fileprivate var registeredName: String {
    switch self {
    case .basic, .basicRaw, .basicSecret: "client_secret_basic"
    case .post: "client_secret_post"
    case .none: "none"
    case .privateKeyJWT: "private_key_jwt"
    case .clientSecretJWT: "client_secret_jwt"
    case .tls: "tls_client_auth"
    }
  }
}
