package import Standards

/// A place to which a login sends the browser or a request, and how.
package struct EndpointSpec: Hashable, Sendable {
  /// How the parameters of a request travel.
  package enum Body: String, Hashable, Sendable {
    case form
    case json
    case query
  }

  /// A name with a template, for parameters and header fields; kept in the order of the names.
  package struct NamedTemplate: Hashable, Sendable {
    package let name: String
    package let value: TextTemplate

    package init(name: String, value: TextTemplate) {
      self.name = name
      self.value = value
    }

    /// The value, or `nil` when an option in it has none: such a parameter or field is left out.
    package func expand(_ values: [String: OptionValue]) -> OptionValue? {
      try? value.expand(values)
    }
  }

  /// Who proves themselves in a request (RFC 6749 §3.2.1, RFC 6750 §2.1).
  package enum Authentication: String, Hashable, Sendable {
    case client
    /// The access token, as a bearer token.
    case bearer
    case none
  }

  /// Of several the first counts whose options all have a value; none where the server's metadata says.
  package var urls: [URLTemplate]
  package var method: String
  package var body: Body
  package var parameters: [NamedTemplate]
  /// Standard parameters under other names.
  package var rename: [String: String]
  /// Standard parameters to leave out.
  package var drop: Set<String>
  package var headers: [NamedTemplate]
  package var authentication: Authentication

  package init(
    urls: [URLTemplate],
    method: String = "POST",
    body: Body = .form,
    parameters: [NamedTemplate] = [],
    rename: [String: String] = [:],
    drop: Set<String> = [],
    headers: [NamedTemplate] = [],
    authentication: Authentication = .client
  ) {
    self.authentication = authentication
    self.urls = urls
    self.method = method
    self.body = body
    self.parameters = parameters
    self.rename = rename
    self.drop = drop
    self.headers = headers
  }

  /// The address whose options all have a value; `nil` where there is none.
  package func url(_ values: [String: OptionValue]) -> URLTemplate? {
    urls.first { $0.isComplete(values) }
  }
}
