package import Standards

/// A host as a descriptor declares it: `api.example.com`, `localhost:8080`, `{region}.example.com`, `{base}`.
package struct HostTemplate: Hashable, Sendable {
  private enum Form: Hashable, Sendable {
    /// The value of one option alone: a URL, or a host.
    case option(String)
    case host(URLTemplate)
  }

  private let form: Form
  /// The text as written.
  package let source: String

  /// Reads the text; fails on a URL, a path, and whatever no host contains.
  package init(_ text: String) throws(TemplateError) {
    source = text
    guard !text.contains("://") else {
      throw TemplateError("\"\(text)\" is a URL; write the host alone")
    }
    let template = try TextTemplate(text)
    if case .option(let name) = template.pieces.first, template.pieces.count == 1 {
      form = .option(name)
      return
    }
    guard !text.isEmpty, !text.contains(where: { "/?#@*\\ ".contains($0) }) else {
      throw TemplateError("\"\(text)\" is no host")
    }
    let url = try URLTemplate("https://" + text)
    if template.options.isEmpty { _ = try url.expand([:]) }
    form = .host(url)
  }

  /// The options that the host depends on, with their places.
  package var places: [(option: String, place: URLTemplate.Place)] {
    switch form {
    case .option(let name): [(name, .host(decidesHost: true))]
    case .host(let url): url.places
    }
  }

  /// The entry for the given values; fails when a value is missing or makes no host.
  package func expand(_ values: [String: OptionValue]) throws(TemplateError) -> HostEntry {
    let url =
      switch form {
      case .option(let name):
        if case .text(let value) = values[name], value.contains("://") {
          try URLTemplate("{\(name)}")
        } else {
          try URLTemplate("https://{\(name)}")
        }
      case .host(let url):
        url
      }
    return HostEntry(try url.expand(values))
  }
}
