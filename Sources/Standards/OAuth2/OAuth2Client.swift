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
    /// Only the id, among the parameters: a public client.
    case none
  }

  package var id: String
  /// `nil` or empty for a public client; it is then left out everywhere.
  package var secret: Secret?
  package var authentication: Authentication
  /// Sends `client_id` among the parameters even with HTTP Basic; a few servers want both.
  package var repeatsID: Bool

  package init(
    id: String,
    secret: Secret? = nil,
    authentication: Authentication = .basic,
    repeatsID: Bool = false
  ) {
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
      if let secret = presentSecret { result.append("client_secret", secret.text) }
    case .none:
      result.append("client_id", id)
    }
    return result
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
    case .post, .none:
      return nil
    }
  }
}
