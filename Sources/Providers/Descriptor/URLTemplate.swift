package import Standards

/// A URL with places for option values, each of which is checked and encoded as its place demands.
package struct URLTemplate: Hashable, Sendable {
  /// Where in the URL an option's value goes.
  package enum Place: Hashable, Sendable {
    /// At the beginning, for scheme, host and perhaps a path: a value of type URL.
    case origin
    /// Within the host; `decidesHost` when what is written down does not pin the domain.
    case host(decidesHost: Bool)
    case port
    case path
    case query
  }

  package let text: TextTemplate
  /// The options with their places, in order.
  package let places: [(option: String, place: Place)]

  /// Reads the template; fails on a scheme other than https and http, user information, a fragment,
  /// and options where none can go.
  package init(_ source: String) throws(TemplateError) {
    text = try TextTemplate(source)
    places = try Self.places(in: text)
  }

  /// The URL as the author wrote it.
  package var source: String { text.source }

  /// The URL when it names no option.
  package var constant: URI? { places.isEmpty ? try? expand([:]) : nil }

  /// Whether every option in it has a value; those that a step makes itself are always there.
  package func isComplete(_ values: [String: OptionValue]) -> Bool {
    places.allSatisfy { values[$0.option] != nil || $0.option.hasPrefix("$") }
  }

  /// Puts the values in and reads the result strictly.
  ///
  /// Fails when a value is missing, does not fit its place, or leads to anything but https, or http to
  /// this machine.
  package func expand(_ values: [String: OptionValue]) throws(TemplateError) -> URI {
    var result = ""
    var position = 0
    for piece in text.pieces {
      switch piece {
      case .literal(let literal):
        result += literal
      case .option(let name):
        result += try Self.encode(values[name], for: places[position].place, name, in: source)
        position += 1
      }
    }
    let uri: URI
    do {
      uri = try URI(result)
    } catch {
      throw TemplateError("\"\(source)\" makes no valid URL: \(error)")
    }
    if let objection = uri.objectionToContact {
      throw TemplateError("\"\(source)\" \(objection)")
    }
    return uri
  }

  private static func encode(
    _ value: OptionValue?,
    for place: Place,
    _ name: String,
    in source: String
  ) throws(TemplateError) -> String {
    let value =
      switch value {
      case .text(let text): text
      // A descriptor that has a token stand in a path gives up a check, and says so.
      case .secret(let secret) where BuiltInValue(placeholder: name) != nil: secret.text
      case .secret: throw TemplateError("the secret \(name) cannot be part of a URL")
      case nil: throw TemplateError(missing: name, in: source)
      }
    switch place {
    case .origin:
      return value.hasSuffix("/") ? String(value.dropLast()) : value
    case .host:
      let host = value.lowercased()
      let fits =
        !host.isEmpty
        && host.utf8.allSatisfy {
          $0.isLowerLetter || $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".")
        }
      guard fits, !host.hasPrefix("."), !host.hasSuffix("."), !host.contains("..") else {
        throw TemplateError("the value of \(name) cannot be part of a host")
      }
      return host
    case .port:
      guard let port = UInt16(value), port > 0 else {
        throw TemplateError("the value of \(name) is no port")
      }
      return String(port)
    case .path:
      guard !value.isEmpty, value != ".", value != ".." else {
        throw TemplateError("the value of \(name) cannot be part of a path")
      }
      return PercentEncoding.encode(value)
    case .query:
      return PercentEncoding.encode(value)
    }
  }
}

extension URLTemplate {
  package static func == (left: URLTemplate, right: URLTemplate) -> Bool {
    left.text == right.text
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(text)
  }

  /// Walks through the text and notes the part of the URL in which each option stands.
  private static func places(
    in template: TextTemplate
  ) throws(TemplateError) -> [(option: String, place: Place)] {
    guard case .literal(let start) = template.pieces.first else {
      return try placesAfterOrigin(template)
    }
    let schemes = ["https://", "http://"]
    guard let scheme = schemes.first(where: { start.hasASCIIPrefix($0) }) else {
      throw TemplateError("\"\(template.source)\" must begin with https://")
    }
    let authority = Authority(template.pieces, schemeLength: scheme.utf8.count)
    guard !authority.hasUserInfo else {
      throw TemplateError("\"\(template.source)\" has a user name in front of the host")
    }
    return try rest(of: template, after: authority)
  }

  private static func placesAfterOrigin(
    _ template: TextTemplate
  ) throws(TemplateError) -> [(option: String, place: Place)] {
    guard case .option(let origin) = template.pieces.first else {
      throw TemplateError("an empty URL")
    }
    if template.pieces.count > 1 {
      guard case .literal(let next) = template.pieces[1], next.hasPrefix("/") || next.hasPrefix("?")
      else {
        throw TemplateError("\"\(template.source)\" needs a \"/\" after {\(origin)}")
      }
    }
    let remaining = Array(template.pieces.dropFirst())
    return [(origin, .origin)] + (try tail(remaining, in: template.source))
  }

  private static func rest(
    of template: TextTemplate,
    after authority: Authority
  ) throws(TemplateError) -> [(option: String, place: Place)] {
    authority.options.map { ($0.name, $0.isPort ? .port : .host(decidesHost: !authority.isPinned)) }
      + (try tail(authority.remainder, in: template.source))
  }

  private static func tail(
    _ pieces: [TextTemplate.Piece],
    in source: String
  ) throws(TemplateError) -> [(option: String, place: Place)] {
    var places: [(option: String, place: Place)] = []
    var isQuery = false
    for piece in pieces {
      switch piece {
      case .literal(let text):
        if text.utf8.contains(UInt8(ascii: "#")) {
          throw TemplateError("\"\(source)\" has a fragment")
        }
        if text.utf8.contains(UInt8(ascii: "?")) { isQuery = true }
      case .option(let name):
        places.append((name, isQuery ? .query : .path))
      }
    }
    return places
  }
}

/// The part of a template between `://` and the path.
private struct Authority {
  private(set) var options: [(name: String, isPort: Bool)] = []
  private(set) var remainder: [TextTemplate.Piece] = []
  /// The authority with each option as one `{`, which no host contains.
  private var shape = ""

  init(_ pieces: [TextTemplate.Piece], schemeLength: Int) {
    var isDone = false
    for (index, piece) in pieces.enumerated() {
      if isDone {
        remainder.append(piece)
        continue
      }
      switch piece {
      case .option(let name):
        options.append((name, shape.utf8.last == UInt8(ascii: ":")))
        shape += "{"
      case .literal(let text):
        let text = index == 0 ? text.utf8.dropFirst(schemeLength) : text.utf8[...]
        let end = text.firstIndex(where: Self.endsAuthority) ?? text.endIndex
        shape += Substring(text[..<end])
        if end < text.endIndex {
          remainder.append(.literal(String(Substring(text[end...]))))
          isDone = true
        }
      }
    }
  }

  var hasUserInfo: Bool { shape.utf8.contains(UInt8(ascii: "@")) }

  private static func endsAuthority(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "\\"): true
    default: false
    }
  }

  /// Whether at least the last two labels are written down, so that the domain's owner is fixed.
  var isPinned: Bool {
    let host = shape.prefix { $0 != ":" }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    return labels.count > 2 && !labels.suffix(2).contains { $0.contains("{") || $0.isEmpty }
  }
}

extension String {
  /// Whether the text begins with `prefix`, which is in lower case; ASCII letters may be in either.
  fileprivate func hasASCIIPrefix(_ prefix: String) -> Bool {
    utf8.prefix(prefix.utf8.count).map(ASCII.lowercased).elementsEqual(prefix.utf8)
  }
}

extension URI {
  /// Why this URL must not be contacted, as the end of a sentence; `nil` when it may.
  package var objectionToContact: String? {
    if scheme != "https" && !(scheme == "http" && isLoopback) {
      return "is not https; http is allowed to this machine only"
    }
    if userInfo != nil { return "has a user name in front of the host" }
    if host.isEmpty { return "has no host" }
    if host.hasSuffix(".") { return "has a host that ends in a dot" }
    if fragment != nil { return "has a fragment" }
    return nil
  }
}
