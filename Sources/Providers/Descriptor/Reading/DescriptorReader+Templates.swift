internal import Standards

extension DescriptorReader {
  /// Reads a URL; where `secrets` are named in it, that is a problem wherever the URL goes.
  mutating func url(_ text: String?, at path: @autoclosure () -> FieldPath) -> URLTemplate? {
    guard let text else { return nil }
    do {
      let template = try URLTemplate(text)
      for (name, place) in template.places {
        if name.hasPrefix("$") {
          checkBuiltIn(name, in: place, at: path())
          continue
        }
        guard let option = knownOption(name, at: path()) else { continue }
        check(option, in: place, at: path())
      }
      // Values that fit every place show whether what is written down around them is sound.
      let samples = template.places.map { ($0.option, OptionValue.text($0.place.sample)) }
      let uri = try template.expand(Dictionary(samples, uniquingKeysWith: { first, _ in first }))
      if uri.scheme == "http" {
        loosen(path(), "http without TLS, to this machine only")
      }
      return template
    } catch {
      report(path(), "\(path()): \(error)")
      return nil
    }
  }

  /// Reads text with options in it.
  mutating func template(
    _ text: String?,
    at path: @autoclosure () -> FieldPath,
    allowsSecrets: Bool
  ) -> TextTemplate? {
    guard let text else { return nil }
    do {
      let template = try TextTemplate(text)
      for name in template.options where !name.hasPrefix("$") {
        guard let option = knownOption(name, at: path()) else { continue }
        if option.type == .secret, !allowsSecrets {
          report(path(), "\(path()): the secret {\(name)} would show in the browser's address")
        }
      }
      return template
    } catch {
      report(path(), "\(path()): \(error)")
      return nil
    }
  }

  /// Reads a table of names to texts; the order is that of the names.
  mutating func templates(
    _ reader: TableReader,
    _ key: String,
    allowsSecrets: Bool
  ) -> [EndpointSpec.NamedTemplate] {
    var result: [EndpointSpec.NamedTemplate] = []
    for entry in reader.entries(key) {
      guard
        let value = template(entry.value.text, at: entry.path, allowsSecrets: allowsSecrets)
      else { continue }
      result.append(EndpointSpec.NamedTemplate(name: entry.name, value: value))
    }
    return result
  }

  /// Reads header fields: names that HTTP allows and that are not the connection's own.
  mutating func headers(
    _ reader: TableReader,
    _ key: String = "headers",
    reserved: Set<String> = []
  ) -> [EndpointSpec.NamedTemplate] {
    for entry in reader.entries(key) {
      checkHeader(entry.name, at: entry.path, reserved: reserved)
      if entry.value.text?.utf8.contains(where: { $0 < 0x20 || $0 > 0x7E }) == true {
        report(entry.path, "\(entry.path): a header value is printable ASCII")
      }
    }
    return templates(reader, key, allowsSecrets: true)
  }

  mutating func checkHeader(_ name: String, at path: FieldPath, reserved: Set<String>) {
    let punctuation = "!#$%&'*+-.^_`|~".utf8
    let isToken =
      !name.isEmpty
      && name.utf8.allSatisfy { byte in
        byte.isDigit || (byte | 0x20).isLowerLetter || punctuation.contains(byte)
      }
    if !isToken {
      report(path, "\"\(name)\" is no header field's name")
    }
    let ownHeaders: Set<String> = ["host", "content-length", "transfer-encoding", "connection"]
    if ownHeaders.union(reserved).contains(name.lowercased()) {
      report(path, "the header field \"\(name)\" is set by authrun")
    }
  }

  /// Reads a URL, or several of which the first counts whose options have values.
  mutating func urls(_ reader: TableReader, _ key: String) -> [URLTemplate] {
    let single = reader.text(key).map { [(text: $0, path: reader.path(key))] } ?? []
    let listed = reader.isList(key) ? reader.texts(key) : []
    var result: [URLTemplate] = []
    for (text, path) in single + listed {
      if let template = url(text, at: path) { result.append(template) }
    }
    for (template, place) in zip(result, listed).dropLast() where template.places.isEmpty {
      report(place.path, "\(place.path) names no option, so that the URLs after it never count")
    }
    return result
  }

  /// Reads options with the pointers to their values.
  mutating func optionSources(_ reader: TableReader, _ key: String) -> [OptionSource] {
    var sources: [OptionSource] = []
    for entry in reader.entries(key) {
      guard let text = entry.value.text, let pointer = pointer(text, at: entry.path) else {
        continue
      }
      checkSettable(entry.name, at: entry.path)
      sources.append(OptionSource(option: entry.name, pointer: pointer))
    }
    return sources
  }

  /// Refuses to have an answer fill in a secret, or an address that nothing limits.
  mutating func checkSettable(_ name: String, at path: FieldPath) {
    guard let option = options[name] else {
      report(
        path,
        "\(path) fills in the option \(name), which does not exist",
        suggestion: Suggestion.nearest(to: name, among: options.keys)
      )
      return
    }
    if option.type == .secret {
      report(path, "\(path): an answer cannot fill in the secret \(name)")
    } else if option.type == .url, option.pattern == nil, option.values.isEmpty {
      report(
        path,
        "\(path): the answer decides where requests go; give the option \(name) a pattern or values"
      )
    }
    if option.isRequired {
      report(path, "\(path) fills in \(name), so that it cannot be required of the user")
    }
  }

  mutating func pointer(_ reader: TableReader, _ key: String) -> JSONPointer? {
    reader.text(key).flatMap { pointer($0, at: reader.path(key)) }
  }

  mutating func pointer(_ text: String, at path: @autoclosure () -> FieldPath) -> JSONPointer? {
    do {
      return try JSONPointer(text)
    } catch {
      report(
        path(),
        "\(path()): \"\(text)\" is no JSON pointer, which is empty or begins with \"/\""
      )
      return nil
    }
  }

  mutating func readHosts(_ reader: TableReader, _ key: String) -> [HostTemplate] {
    var hosts: [HostTemplate] = []
    for (text, path) in reader.texts(key) {
      do {
        let host = try HostTemplate(text)
        for (name, place) in host.places {
          if name.hasPrefix("$") {
            checkBuiltIn(name, in: place, at: path)
            continue
          }
          guard let option = knownOption(name, at: path) else { continue }
          // `{base}` alone may be a URL, of which the host is taken.
          if option.type != .url || text != "{\(name)}" { check(option, in: place, at: path) }
        }
        hosts.append(host)
      } catch {
        report(path, "\(path): \(error)")
      }
    }
    return hosts
  }

  /// The option, or a problem when there is none of that name.
  private mutating func knownOption(_ name: String, at path: FieldPath) -> OptionSpec? {
    if let option = options[name] { return option }
    report(
      path,
      "\(path) names the option {\(name)}, which does not exist",
      suggestion: Suggestion.nearest(to: name, among: options.keys)
    )
    return nil
  }

  /// What a step makes itself decides neither host nor port, and a token in a path is worth a word.
  private mutating func checkBuiltIn(
    _ name: String,
    in place: URLTemplate.Place,
    at path: FieldPath
  ) {
    guard place == .path || place == .query else {
      return report(path, "\(path): {\(name)} can only stand in a path or a query")
    }
    if name == BuiltInValue.accessToken.placeholder {
      loosen(path, "the access token stands in URLs, which end up in logs")
    }
  }

  private mutating func check(
    _ option: OptionSpec,
    in place: URLTemplate.Place,
    at path: FieldPath
  ) {
    let name = option.name
    if option.type == .secret {
      return report(path, "\(path): the secret {\(name)} cannot be part of a URL")
    }
    switch place {
    case .origin where option.type != .url:
      report(path, "\(path) begins with {\(name)}, so that option must have type = \"url\"")
    case .host where option.type == .url:
      report(path, "\(path): {\(name)} is a URL and can only stand at the beginning")
    case .host(let decidesHost) where decidesHost && !option.limitsHost:
      report(
        path,
        "\(path): {\(name)} decides the whole host; give the option a pattern or a list of values"
      )
    case .port where option.type != .integer:
      report(path, "\(path): {\(name)} is a port, so that option must have type = \"integer\"")
    default: break
    }
  }
}

extension URLTemplate.Place {
  /// A value that suits the place.
  fileprivate var sample: String {
    switch self {
    case .origin: "https://sample.example"
    case .host: "sample"
    case .port: "443"
    case .path, .query: "sample"
    }
  }
}
