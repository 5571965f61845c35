package import Standards

extension Descriptor {
  /// All that may be reached with these option values: declared URLs, `hosts`, and URL options.
  ///
  /// What depends on an option that has no value is left out. Fails when a value makes no valid URL.
  package func hostSet(_ values: [String: OptionValue]) throws(TemplateError) -> HostSet {
    var set = try Self.hosts(of: declaredURLs, values)
    set.formUnion(try Self.hosts(of: hosts, values))
    for option in options where option.type == .url {
      guard values[option.name] != nil else { continue }
      set.insert(HostEntry(try URLTemplate("{\(option.name)}").expand(values)))
    }
    return set
  }

  /// The hosts that each secret option may go to.
  ///
  /// Those of its `bind`; otherwise a client's secret goes to the endpoints that authenticate the
  /// client, and any other secret to all hosts of the descriptor.
  package func secretBindings(
    _ values: [String: OptionValue]
  ) throws(TemplateError) -> [String: HostSet] {
    var bindings: [String: HostSet] = [:]
    for option in options where option.type == .secret {
      if !option.bind.isEmpty {
        bindings[option.name] = try Self.hosts(of: option.bind, values)
      } else if option.staysHere {
        bindings[option.name] = HostSet()
      } else if option.isClientSecret, !credentialEndpoints.isEmpty, oauth2?.issuer == nil {
        bindings[option.name] = try Self.hosts(of: credentialEndpoints, values)
      } else {
        bindings[option.name] = try hostSet(values)
      }
    }
    return bindings
  }

  /// The hosts that a value which the user gave decides alone, without the descriptor's help.
  package func hostsNamedByUser(
    _ values: [String: OptionValue]
  ) throws(TemplateError) -> Set<String> {
    // What the service's own answers fill in was never named by the user.
    let answered = answeredOptions
    let given = Set(
      options.filter { option in
        guard !answered.contains(option.name) else { return false }
        guard case .text(let text)? = values[option.name] else { return false }
        return text != option.standard
      }.map(\.name)
    )
    func isDeciding(_ place: (option: String, place: URLTemplate.Place)) -> Bool {
      guard given.contains(place.option) else { return false }
      switch place.place {
      case .origin, .host(decidesHost: true): return true
      default: return false
      }
    }
    var set = try Self.hosts(
      of: declaredURLs.filter { $0.places.contains(where: isDeciding) },
      values
    )
    set.formUnion(
      try Self.hosts(of: hosts.filter { $0.places.contains(where: isDeciding) }, values)
    )
    for option in options where option.type == .url && given.contains(option.name) {
      guard values[option.name] != nil else { continue }
      set.insert(HostEntry(try URLTemplate("{\(option.name)}").expand(values)))
    }
    return Set(set.entries.map(\.host))
  }

  /// The URLs in the descriptor that authrun itself contacts or hands to a browser.
  package var declaredURLs: [URLTemplate] {
    var urls = credentialEndpoints
    urls += [oauth1?.authorize, oauth2?.authorize].flatMap { $0?.urls ?? [] }
    urls += [oauth2?.userinfo].flatMap { $0?.urls ?? [] }
    urls += [oauth2?.issuer, oauth2?.metadata, oauth2?.jwks, oauth2?.registration?.url]
      .compactMap { $0 }
    if case .urls(let bases) = request.base { urls += bases }
    urls += [identity?.url, fixed?.url].compactMap { $0 } + lookups.compactMap(\.url)
    return urls
  }

  private var credentialEndpoints: [URLTemplate] {
    let steps = [
      oauth1?.requestToken, oauth1?.accessToken, oauth2?.token, oauth2?.refresh, oauth2?.revoke,
      oauth2?.device, oauth2?.par, oauth2?.introspect, oauth2?.extend, jwt?.exchange?.step,
    ]
    return steps.flatMap { $0?.urls ?? [] }
  }

  private static func hosts(
    of urls: [URLTemplate],
    _ values: [String: OptionValue]
  ) throws(TemplateError) -> HostSet {
    var set = HostSet()
    // What a step makes itself stands in a path or a query and decides no host.
    var values = values
    for value in BuiltInValue.allCases { values[value.placeholder] = .text("x") }
    for url in urls where url.isComplete(values) {
      set.insert(HostEntry(try url.expand(values)))
    }
    return set
  }

  private static func hosts(
    of templates: [HostTemplate],
    _ values: [String: OptionValue]
  ) throws(TemplateError) -> HostSet {
    var set = HostSet()
    for template in templates where template.places.allSatisfy({ values[$0.option] != nil }) {
      set.insert(try template.expand(values))
    }
    return set
  }
}

extension IdentitySpec {
  /// The URL to ask, when it is a whole one and no path below the request base.
  package var url: URLTemplate? {
    switch source {
    case .get(let text), .post(let text):
      text.source.hasPrefix("/") ? nil : try? URLTemplate(text.source)
    case .tokenResponse, .idToken, .userinfo: nil
    }
  }
}

extension FixedCredentialSpec {
  /// The URL to ask at login, when it is a whole one.
  package var url: URLTemplate? {
    guard let verify, !verify.source.hasPrefix("/") else { return nil }
    return try? URLTemplate(verify.source)
  }
}
