package import Standards

/// Tells in plain words what a descriptor asks for and what it can reach.
package struct DescriptorSummary: Sendable {
  private let descriptor: Descriptor
  private let isShipped: Bool

  package init(_ descriptor: Descriptor, isShipped: Bool) {
    self.descriptor = descriptor
    self.isShipped = isShipped
  }

  /// The hosts as declared: options stay in braces, since no value is known yet.
  package var hosts: [String] {
    var names = Set(descriptor.hosts.map(\.source))
    for url in descriptor.declaredURLs {
      if let constant = url.constant {
        names.insert(HostEntry(constant).description)
      } else {
        let text = url.source
        let host = text.firstRange(of: "://").map { text[$0.upperBound...] } ?? text[...]
        names.insert(String(host.prefix { !"/?".contains($0) }))
      }
    }
    for option in descriptor.options where option.type == .url { names.insert("{\(option.name)}") }
    return names.sorted()
  }

  /// The lines of `authrun show`.
  package var lines: [String] {
    var lines = ["\(descriptor.id): \(descriptor.name)"]
    lines.append("  kind     \(descriptor.kind.rawValue)")
    if let docs = descriptor.docs { lines.append("  docs     \(docs)") }
    lines.append("  file     \(descriptor.source.path)\(isShipped ? " (came with authrun)" : "")")
    lines.append("  reaches  \(hosts.joined(separator: ", "))")
    if !descriptor.capture.isEmpty, descriptor.kind != .custom {
      let ways = descriptor.capture.map { "\($0.way.rawValue) (\($0.redirectURI))" }
      lines.append("  answer   \(ways.joined(separator: ", "))")
    }
    if let scopes = descriptor.oauth2?.scopes, !scopes.isEmpty {
      lines.append("  scopes   \(scopes.joined(separator: " "))")
    }
    if !descriptor.hooks.isEmpty {
      let hooks = descriptor.hooks.map(\.rawValue).sorted()
      lines.append("  scripts  \(hooks.joined(separator: ", "))")
    }
    if !descriptor.options.isEmpty { lines.append("  options") }
    for option in descriptor.options {
      lines.append("    \(option.name): \(option.words(provider: descriptor.id))")
    }
    if !descriptor.loosened.isEmpty { lines.append("  loosened checks") }
    for loosening in descriptor.loosened {
      lines.append("    \(loosening.field): \(loosening.consequence)")
    }
    return lines
  }

  /// The object of `authrun show --json`.
  package var json: JSONValue {
    var object = JSONObject()
    object["id"] = .string(descriptor.id)
    object["name"] = .string(descriptor.name)
    object["kind"] = .string(descriptor.kind.rawValue)
    object["docs"] = descriptor.docs.map(JSONValue.string) ?? .null
    object["version"] = descriptor.version.map(JSONValue.string) ?? .null
    object["file"] = .string(descriptor.source.path)
    object["shipped"] = .bool(isShipped)
    object["hosts"] = .array(hosts.map(JSONValue.string))
    object["capture"] = .array(descriptor.capture.map(\.json))
    object["scopes"] = .array((descriptor.oauth2?.scopes ?? []).map(JSONValue.string))
    object["hooks"] = .array(descriptor.hooks.map(\.rawValue).sorted().map(JSONValue.string))
    object["options"] = .array(descriptor.options.map { $0.json(provider: descriptor.id) })
    object["loosened"] = .array(descriptor.loosened.map(\.json))
    return .object(object)
  }
}

extension OptionSpec {
  /// What the user should know before giving it, in one line.
  fileprivate func words(provider: String) -> String {
    var parts = [type.rawValue]
    if isRequired { parts.append("required") }
    if let standard { parts.append("\(standard) where absent") }
    if !values.isEmpty { parts.append("one of \(values.joined(separator: ", "))") }
    if let pattern { parts.append("like \(pattern.source)") }
    if !bind.isEmpty { parts.append("goes to \(bind.map(\.source).joined(separator: ", ")) only") }
    parts.append(environmentName(provider: provider))
    let list = parts.joined(separator: "; ")
    return help.map { "\($0) (\(list))" } ?? list
  }

  fileprivate func json(provider: String) -> JSONValue {
    var object = JSONObject()
    object["name"] = .string(name)
    object["type"] = .string(type.rawValue)
    object["required"] = .bool(isRequired)
    object["default"] = standard.map(JSONValue.string) ?? .null
    object["values"] = .array(values.map(JSONValue.string))
    object["pattern"] = pattern.map { .string($0.source) } ?? .null
    object["help"] = help.map(JSONValue.string) ?? .null
    object["bind"] = .array(bind.map { .string($0.source) })
    object["environment"] = .string(environmentName(provider: provider))
    return .object(object)
  }
}

extension CaptureSpec {
  fileprivate var json: JSONValue {
    var object = JSONObject()
    object["via"] = .string(way.rawValue)
    object["redirect_uri"] = .string(redirectURI)
    return .object(object)
  }
}

extension Loosening {
  fileprivate var json: JSONValue {
    var object = JSONObject()
    object["field"] = .string(field)
    object["consequence"] = .string(consequence)
    return .object(object)
  }
}
