/// A client as its authorization server knows it (RFC 6749 §2).
package struct OAuth2Client: Sendable {
  /// How the client proves itself at the token endpoint (RFC 6749 §2.3).
  package enum Authentication: String, Hashable, Sendable, CaseIterable {
    /// HTTP Basic, id and secret form-encoded first (RFC 6749 §2.3.1).
    case basic
    /// HTTP Basic with id and secret as they are, for servers that do not decode them.
    case basicRaw = "basic_raw"
    /// Id and secret among the parameters (RFC 6749 §2.3.1).
    case post
    /// HTTP Basic with the secret as the user's name and no password.
    case basicSecret = "basic_secret"
    /// Only the id, among the parameters: a public client.
    case none
    /// An assertion signed with a private key of the client (RFC 7523 §2.2).
    case privateKeyJWT = "private_key_jwt"
    /// An assertion authenticated with the client's secret (OpenID Connect Core §9).
    case clientSecretJWT = "client_secret_jwt"
    /// The client's certificate at the TLS layer (RFC 8705 §2).
    case tls
  }

  /// The value of `client_assertion_type` (RFC 7523 §2.2).
  package static let assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

  package var id: String
  /// `nil` or empty for a public client; it is then left out everywhere.
  package var secret: Secret?
  package var authentication: Authentication
  /// Sends `client_id` among the parameters even with HTTP Basic; a few servers want both.
  package var repeatsID: Bool
  /// The assertion of this one request, for the two methods that send one; each needs a fresh `jti`.
  package var assertion: Secret?

  package init(
    id: String,
    secret: Secret? = nil,
    authentication: Authentication = .basic,
    repeatsID: Bool = false,
    assertion: Secret? = nil
  ) {
    self.assertion = assertion
    self.id = id
    self.secret = secret
    self.authentication = authentication
    self.repeatsID = repeatsID
  }

  /// The secret where there is one.
  var presentSecret: Secret? {
    secret.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The parameters by which the client makes itself known in a request.
  var parameters: Parameters {
    var result = Parameters()
    switch authentication {
    case .basic, .basicRaw:
      if presentSecret == nil || repeatsID { result.append("client_id", id) }
    case .post:
      result.append("client_id", id)
      if let secret = presentSecret { result.append("client_secret", secret) }
    case .none, .tls:
      result.append("client_id", id)
    case .basicSecret:
      if repeatsID { result.append("client_id", id) }
    case .privateKeyJWT, .clientSecretJWT:
      // The assertion names the client; some servers want the parameter beside it all the same.
      if repeatsID { result.append("client_id", id) }
      if let assertion {
        result.append("client_assertion_type", Self.assertionType)
        result.append("client_assertion", assertion)
      }
    }
    return result
  }

  /// How the `Authorization` value comes about (RFC 6749 §2.3.1); nothing where there is none.
  package var derivations: [Derivation] {
    guard presentSecret != nil else { return [] }
    let formula =
      switch authentication {
      case .basic: "base64(form(client_id):form(client_secret))"
      case .basicRaw: "base64(client_id:client_secret)"
      case .basicSecret: "base64(client_secret:)"
      case .post, .none, .privateKeyJWT, .clientSecretJWT, .tls: ""
      }
    // With it anybody is the client.
    return formula.isEmpty ? [] : [Derivation(name: "basic", formula: formula, value: nil)]
  }

  /// The `Authorization` value; `nil` when the client proves itself otherwise or has no secret.
  var authorization: String? {
    guard let secret = presentSecret else { return nil }
    switch authentication {
    case .basic:
      let id = FormEncoding.encode(component: id)
      let secret = FormEncoding.encode(component: secret.text)
      return "Basic " + Base64.encode(Array("\(id):\(secret)".utf8))
    case .basicRaw:
      return "Basic " + Base64.encode(Array(id.utf8) + [UInt8(ascii: ":")] + secret.bytes)
    case .basicSecret:
      return "Basic " + Base64.encode(secret.bytes + [UInt8(ascii: ":")])
    case .post, .none, .privateKeyJWT, .clientSecretJWT, .tls:
      return nil
    }
  }
}
