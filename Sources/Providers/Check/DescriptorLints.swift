/// Looks through a valid descriptor for mistakes that others have made before.
struct DescriptorLints {
  struct Lint {
    var level: Finding.Level
    var field: String
    var message: String
  }

  private let descriptor: Descriptor
  private(set) var findings: [Lint] = []

  init(_ descriptor: Descriptor) {
    self.descriptor = descriptor
  }

  mutating func run() {
    for (field, url) in namedURLs { check(url, field) }
    checkSameURLs()
    checkScopes()
    checkOptions()
    checkCapture()
    if descriptor.docs == nil {
      warn("id", "no docs: users look there for where to register an app", level: .note)
    }
  }

  private mutating func warn(_ field: String, _ message: String, level: Finding.Level = .warning) {
    findings.append(Lint(level: level, field: field, message: message))
  }

  /// Every URL with the field that holds it.
  private var namedURLs: [(field: String, url: URLTemplate)] {
    let steps: [(String, EndpointSpec?)] = [
      ("oauth1.request_token", descriptor.oauth1?.requestToken),
      ("oauth1.authorize", descriptor.oauth1?.authorize),
      ("oauth1.access_token", descriptor.oauth1?.accessToken),
      ("oauth2.authorize", descriptor.oauth2?.authorize),
      ("oauth2.token", descriptor.oauth2?.token),
      ("oauth2.refresh", descriptor.oauth2?.refresh),
      ("oauth2.revoke", descriptor.oauth2?.revoke),
      ("oauth2.device", descriptor.oauth2?.device),
      ("oauth2.par", descriptor.oauth2?.par),
      ("oauth2.introspect", descriptor.oauth2?.introspect),
      ("oauth2.userinfo", descriptor.oauth2?.userinfo),
      ("oauth2.extend", descriptor.oauth2?.extend),
      ("jwt.exchange", descriptor.jwt?.exchange?.step),
    ]
    var urls = steps.flatMap { field, step in
      (step?.urls ?? []).map { (field: field, url: $0) }
    }
    // The refresh endpoint is the token endpoint's again where none is declared.
    if descriptor.oauth2?.refresh == descriptor.oauth2?.token {
      urls.removeAll { $0.field == "oauth2.refresh" }
    }
    if case .urls(let bases) = descriptor.request.base {
      urls += bases.map { ("request.base", $0) }
    }
    return urls
  }

  private mutating func check(_ url: URLTemplate, _ field: String) {
    for (name, place) in url.places {
      guard let option = descriptor.option(name), !option.limitsHost else { continue }
      switch place {
      case .host, .path:
        warn(field, "\(field) contains {\(name)}, whose value nothing limits; give it a pattern")
      default: break
      }
    }
    checkPattern(url, field)
  }

  private mutating func checkPattern(_ url: URLTemplate, _ field: String) {
    for (name, place) in url.places where place == .host(decidesHost: true) {
      if let pattern = descriptor.option(name)?.pattern, pattern.matches("attacker.example") {
        warn(field, "\(field): the pattern of {\(name)} allows every host")
      }
    }
  }

  private mutating func checkSameURLs() {
    let spec = descriptor.oauth2
    if let page = spec?.authorize?.urls.first, page == spec?.token.urls.first {
      warn("oauth2.token", "oauth2.token is the same URL as oauth2.authorize")
    }
    let legs = [
      descriptor.oauth1?.requestToken?.urls.first, descriptor.oauth1?.authorize?.urls.first,
      descriptor.oauth1?.accessToken?.urls.first,
    ].compactMap { $0 }
    if Set(legs).count < legs.count {
      warn("oauth1", "two of the three URLs of oauth1 are the same")
    }
  }

  private mutating func checkScopes() {
    guard let spec = descriptor.oauth2 else { return }
    let separator = spec.scopeSeparator
    if !spec.page.scopeIsRaw, separator == "+" || separator.contains("%") {
      warn(
        "oauth2.scope_separator",
        "oauth2.scope_separator is encoded once more: \"\(separator)\" becomes "
          + "\"\(separator == "+" ? "%2B" : separator.replacing("%", with: "%25"))\"; "
          + "write what stands between scopes before encoding, or say scope_raw = true"
      )
    }
    for (index, scope) in spec.scopes.enumerated() where scope.contains(separator) {
      warn(
        "oauth2.scopes[\(index + 1)]",
        "\"\(scope)\" contains the separator; write each scope for itself"
      )
    }
  }

  private mutating func checkOptions() {
    let isScripted = !descriptor.hooks.isEmpty
    let used = descriptor.usedOptions
    for option in descriptor.options where !option.isBuiltIn {
      let field = "options.\(option.name)"
      if option.help == nil {
        warn(field, "\(field) has no help: users must guess what to give", level: .note)
      }
      if option.isRequired, option.standard != nil {
        warn(field, "\(field) is required and has a default, so it is never missing")
      }
      if option.type == .secret, option.bind.isEmpty, isScripted {
        warn(
          field,
          "\(field) may go to every host of the descriptor; bind it to those that need it"
        )
      }
      if !isScripted, !used.contains(option.name) {
        warn(field, "\(field) is used nowhere")
      }
    }
  }

  private mutating func checkCapture() {
    for (index, capture) in descriptor.capture.enumerated()
    where capture.way == .paste && capture.needsPort {
      warn(
        "capture[\(index + 1)]",
        "paste has no port to put into \(capture.redirectURI): give it a redirect_uri with one, or "
          + "each login needs --redirect-uri"
      )
    }
    for (index, capture) in descriptor.capture.enumerated()
    where capture.redirectURI.contains("://localhost") {
      warn(
        "capture[\(index + 1)]",
        "localhost may be looked up elsewhere, and some services refuse it; prefer 127.0.0.1 "
          + "(RFC 8252 §8.3)",
        level: .note
      )
    }
  }
}
