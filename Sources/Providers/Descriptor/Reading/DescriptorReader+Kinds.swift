internal import Standards

extension DescriptorReader {
  mutating func readJWT(_ reader: TableReader) -> JWTSpec? {
    let token = readAssertion(reader)
    let exchange = readExchange(reader)
    if exchange == nil {
      for key in ["scopes", "response"] where reader.has(key) {
        report(
          reader.path(key),
          "\(reader.path(key)) has no use without \(reader.path("exchange"))"
        )
      }
    }
    guard let response = readResponse(reader) else { return nil }
    return JWTSpec(
      token: token,
      exchange: exchange,
      scopes: reader.texts("scopes").map(\.text),
      scopeSeparator: reader.text("scope_separator") ?? " ",
      response: response
    )
  }

  private mutating func readExchange(_ reader: TableReader) -> JWTSpec.Exchange? {
    let place =
      reader.table("exchange")?.text("assertion")
      .flatMap(JWTSpec.AssertionPlace.init) ?? .parameter
    let step = step(
      reader,
      "exchange",
      protectedParameters: ["assertion"],
      reservedHeaders: place == .bearer ? ["authorization"] : []
    )
    return step.map { JWTSpec.Exchange(step: $0, place: place) }
  }

  /// Reads a JWT that the client signs; the schema says which of the fields its place has.
  mutating func readAssertion(_ reader: TableReader) -> AssertionSpec {
    var spec = AssertionSpec()
    spec.algorithm = reader.text("alg").flatMap(SignatureAlgorithm.init)
    spec.keyID = template(reader.text("kid"), at: reader.path("kid"), allowsSecrets: false)
    spec.lifetime = reader.integer("lifetime") ?? 60
    spec.header = readMembers(reader, "header")
    spec.claims = readMembers(reader, "claims")
    for entry in reader.entries("header") where ["alg", "b64", "crit"].contains(entry.name) {
      report(entry.path, "\(entry.path): \"\(entry.name)\" is authrun's to set")
    }
    if reader.schema.field("audience") != nil {
      spec.audience = template(
        reader.text("audience"),
        at: reader.path("audience"),
        allowsSecrets: false
      )
    }
    guard reader.schema.field("key") != nil else { return spec }
    spec.keyForm = reader.text("key").flatMap(AssertionSpec.KeyForm.init) ?? .pem
    spec.backdate = reader.integer("backdate") ?? 0
    if spec.keyForm != .pem, let algorithm = spec.algorithm, algorithm.family != .hmac {
      report(reader.path("key"), "\(reader.path("key")): \(algorithm.rawValue) needs a key in PEM")
    }
    return spec
  }

  private mutating func readMembers(_ reader: TableReader, _ key: String) -> [AssertionSpec.Member]
  {
    var members: [AssertionSpec.Member] = []
    for entry in reader.entries(key) {
      if let text = entry.value.text {
        if let template = template(text, at: entry.path, allowsSecrets: false) {
          members.append(AssertionSpec.Member(name: entry.name, value: .template(template)))
        }
      } else if let json = entry.value.json {
        checkTexts(json, at: entry.path)
        members.append(AssertionSpec.Member(name: entry.name, value: .data(json)))
      } else {
        report(entry.path, "\(entry.path) is no plain data")
      }
    }
    return members
  }

  mutating func readFixedCredential(_ request: RequestSpec) -> FixedCredentialSpec? {
    guard kind == .apiKey || kind == .basic else { return nil }
    let isKey = kind == .apiKey
    let reader =
      root.table(kind.rawValue)
      ?? TableReader(
        ScriptTable(),
        isKey ? DescriptorSchema.apiKey : DescriptorSchema.basic,
        at: root.path(kind.rawValue)
      )
    let verify = reader.text("verify").flatMap { target($0, at: reader.path("verify"), request) }
    func part(_ key: String) -> TextTemplate? {
      template(reader.text(key), at: reader.path(key), allowsSecrets: true)
    }
    if isKey {
      return part("key").map { FixedCredentialSpec(form: .key($0), verify: verify) }
    }
    guard let username = part("username"), let password = part("password") else { return nil }
    return FixedCredentialSpec(
      form: .basic(username: username, password: password),
      verify: verify
    )
  }

  mutating func readLookups(_ request: RequestSpec) -> [LookupSpec] {
    var lookups: [LookupSpec] = []
    for (value, path) in root.elements("lookups") {
      guard case .table(let table) = value else { continue }
      let reader = TableReader(table, DescriptorSchema.lookup, at: path)
      let headers = headers(reader)
      let token = reader.table("token").map { readTokenPlace($0) }
      let list = pointer(reader, "list")
      let match = readMatch(reader)
      if !match.isEmpty, list == nil {
        report(reader.path("match"), "\(reader.path("match")) needs a \"list\" to look through")
      }
      let set = optionSources(reader, "set")
      let keep = readKeep(reader)
      if set.isEmpty, keep.isEmpty {
        report(path, "\(path) uses nothing of the answer: it needs \"set\" or \"keep\"")
      }
      let text = reader.text("get")
      guard let target = text.flatMap({ target($0, at: reader.path("get"), request) }) else {
        continue
      }
      lookups.append(
        LookupSpec(
          target: target,
          headers: headers,
          token: token,
          list: list,
          match: match,
          set: set,
          keep: keep
        )
      )
    }
    if kind == .oauth1, root.has("lookups"), lookups.contains(where: { $0.token != nil }) {
      report(root.path("lookups"), "a token's place has no use: OAuth 1.0a signs requests")
    }
    return lookups
  }

  private mutating func readMatch(_ reader: TableReader) -> [LookupSpec.Match] {
    var match: [LookupSpec.Match] = []
    for entry in reader.entries("match") {
      let value = template(entry.value.text, at: entry.path, allowsSecrets: false)
      guard let pointer = pointer(entry.name, at: entry.path), let value else { continue }
      match.append(LookupSpec.Match(pointer: pointer, value: value))
    }
    return match
  }
}
