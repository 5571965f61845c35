extension DescriptorReader {
  /// Reads the options; those of the protocol come first and may be refined by name.
  mutating func readOptions() {
    let builtIn =
      switch kind {
      case .oauth1: oauth1Options
      case .oauth2, .oidc, .clientCredentials: oauth2Options
      case .jwt: [OptionSpec.privateKey]
      case .apiKey: names("key", "api_key") ? [OptionSpec.apiKey] : []
      case .basic: OptionSpec.nameAndPassword.filter { names($0.name, $0.name) }
      case .custom: [OptionSpec]()
      }
    for option in builtIn { options[option.name] = option }
    var binds: [(name: String, reader: TableReader)] = []
    for entry in root.entries("options") {
      guard entry.name.isOptionName else {
        report(entry.path, "\"\(entry.name)\" is no option's name: a-z, then a-z, 0-9 and _")
        continue
      }
      guard case .table(let table) = entry.value else { continue }
      let reader = TableReader(table, DescriptorSchema.option, at: entry.path)
      options[entry.name] = readOption(reader, entry.name, over: options[entry.name])
      binds.append((entry.name, reader))
    }
    // Only now, since a secret may be bound to what another option says.
    for (name, reader) in binds {
      let bind = readHosts(reader, "bind")
      options[name]?.bind = bind
    }
  }

  private var oauth1Options: [OptionSpec] {
    let reader = root.table("oauth1")
    let signature = reader?.text("signature").flatMap(OAuth1Spec.Signature.init)
    return OptionSpec.oauth1(
      allowsXAuth: reader?.boolean("xauth") ?? false,
      usesPrivateKey: signature?.usesPrivateKey ?? false,
      hasLogin: reader.map { $0.has("access_token") || $0.has("request_token") } ?? true
    )
  }

  private var oauth2Options: [OptionSpec] {
    let reader = root.table("oauth2")
    let authentication = readClientAuthentication(reader)
    let hasJAR = reader.map { $0.boolean("jar") || $0.table("jar") != nil } ?? false
    return OptionSpec.oauth2(
      authentication,
      registers: reader.map { $0.boolean("registration") || $0.has("registration") } ?? false,
      takesPassword: reader?.texts("grants").contains { $0.text == "password" } ?? false,
      signs: authentication.signs || hasJAR,
      usesCertificate: authentication == .tls || reader?.boolean("mtls") ?? false
    )
  }

  /// Whether the template of a fixed credential names the option, as it does where the author wrote none.
  private func names(_ field: String, _ option: String) -> Bool {
    let table = root.table(kind == .apiKey ? "api_key" : "basic")
    return table?.text(field)?.contains("{\(option)}") ?? true
  }

  private mutating func readOption(
    _ reader: TableReader,
    _ name: String,
    over builtIn: OptionSpec?
  ) -> OptionSpec {
    var option = builtIn ?? OptionSpec(name: name)
    if builtIn == nil || reader.has("type") {
      option.type = reader.text("type").flatMap(OptionType.init) ?? .string
    }
    if let builtIn, option.type != builtIn.type, builtIn.type == .secret {
      report(reader.path("type"), "\(name) is a secret and cannot be anything else")
      option.type = .secret
    }
    if builtIn == nil || reader.has("required") { option.isRequired = reader.boolean("required") }
    option.help = reader.text("help") ?? option.help
    option.values = reader.texts("values").map(\.text)
    option.pattern = readPattern(reader)
    checkConsistency(option, reader)
    option.standard = readDefault(reader, option)
    return option
  }

  private mutating func readPattern(_ reader: TableReader) -> OptionPattern? {
    guard let text = reader.text("pattern") else { return nil }
    do {
      return try OptionPattern(text)
    } catch {
      report(reader.path("pattern"), "\(reader.path("pattern")): \(error)")
      return nil
    }
  }

  private mutating func checkConsistency(_ option: OptionSpec, _ reader: TableReader) {
    if option.type == .enum, option.values.isEmpty {
      report(reader.path, "\(reader.path) is an enum without values")
    }
    if !option.values.isEmpty, option.type != .enum, option.type != .string {
      report(reader.path("values"), "values are for the types enum and string")
    }
    if option.pattern != nil, option.type == .boolean || option.type == .integer {
      report(reader.path("pattern"), "a pattern is for the types string, secret, enum and url")
    }
    if reader.has("bind"), option.type != .secret {
      report(reader.path("bind"), "bind is for secrets; \(option.name) is none")
    }
  }

  private mutating func readDefault(_ reader: TableReader, _ option: OptionSpec) -> String? {
    guard let text = reader.value("default")?.scalarText else { return option.standard }
    if option.type == .secret {
      report(
        reader.path("default"),
        "\(reader.path("default")): a secret in a descriptor is no secret; leave out its default"
      )
      return nil
    }
    do {
      return try option.checked(text)
    } catch {
      report(reader.path("default"), "\(reader.path("default")) \(error)")
      return nil
    }
  }
}
