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

    /// The value, or `nil` when an option in it has none: such a parameter or field is left out.
    package func expand(_ values: [String: OptionValue]) -> OptionValue? {
      try? value.expand(values)
    }
  }

  package var url: URLTemplate
  package var method: String
  package var body: Body
  package var parameters: [NamedTemplate]
  /// Standard parameters under other names.
  package var rename: [String: String]
  /// Standard parameters to leave out.
  package var drop: Set<String>
  package var headers: [NamedTemplate]

  package init(
    url: URLTemplate,
    method: String = "POST",
    body: Body = .form,
    parameters: [NamedTemplate] = [],
    rename: [String: String] = [:],
    drop: Set<String> = [],
    headers: [NamedTemplate] = []
  ) {
    self.url = url
    self.method = method
    self.body = body
    self.parameters = parameters
    self.rename = rename
    self.drop = drop
    self.headers = headers
  }
}
