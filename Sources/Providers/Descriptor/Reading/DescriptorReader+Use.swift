internal import Standards

extension DescriptorReader {
  mutating func readRequest(_ reader: TableReader) -> RequestSpec {
    var request = RequestSpec.standard
    if let base = reader.table("base") {
      if ![.oauth2, .oidc, .clientCredentials].contains(kind) {
        report(base.path, "\(base.path): only OAuth 2.0 can name the base; use a URL option")
      }
      request.base = pointer(base, "from").map(RequestSpec.Base.tokenResponse)
    } else {
      let bases = urls(reader, "base")
      if !bases.isEmpty { request.base = .urls(bases) }
    }
    if let token = reader.table("token") {
      request.token = readTokenPlace(token)
    } else if kind == .basic {
      request.token = .header(name: "Authorization", prefix: "Basic ")
    }
    request.pagination = reader.table("pagination").flatMap { readPagination($0) }
    var reserved: Set<String> = []
    if case .header(let name, _) = request.token { reserved.insert(name.lowercased()) }
    // OAuth 1.0a puts its signature there, whatever `token` says (RFC 5849 §3.5.1).
    if kind == .oauth1 { reserved.insert("authorization") }
    request.headers = headers(reader, reserved: reserved)
    request.query = templates(reader, "query", allowsSecrets: true)
    if request.query.contains(where: { $0.value.options.contains { options[$0]?.type == .secret } })
    {
      loosen(reader.path("query"), "a secret stands in URLs, which end up in logs")
    }
    return request
  }

  /// Has a base from the token response stored with the token, and reads it from there.
  mutating func keepBase(of request: inout RequestSpec, in oauth2: inout OAuth2Spec?) {
    guard case .tokenResponse(let pointer) = request.base, var keep = oauth2?.response.keep,
      let name = pointer.tokens.last
    else { return }
    if let other = keep.first(where: { $0.name == name }) {
      if other.pointer != pointer {
        report(
          root.path("request").appending("base"),
          "oauth2.response.keep has another value called \"\(name)\""
        )
      }
    } else {
      keep.append(TokenResponseSpec.KeptValue(name: name, pointer: pointer))
      oauth2?.response.keep = keep
    }
    let escaped = name.replacing("~", with: "~0").replacing("/", with: "~1")
    if let stored = try? JSONPointer("/\(escaped)") { request.base = .tokenResponse(stored) }
  }

  mutating func readTokenPlace(_ reader: TableReader) -> TokenPresentation {
    if kind == .basic {
      report(reader.path, "\(reader.path) has no use: the name and the password have their place")
    }
    if kind == .oauth1 {
      report(reader.path, "\(reader.path) has no use: OAuth 1.0a signs requests")
    }
    if let query = reader.text("query") {
      for key in ["header", "prefix"] where reader.has(key) {
        report(reader.path(key), "\(reader.path) has both \"query\" and \"\(key)\"")
      }
      loosen(reader.path("query"), "the access token stands in URLs, which end up in logs")
      return .query(name: query)
    }
    let prefix = reader.text("prefix")
    guard let header = reader.text("header") else {
      return .header(name: "Authorization", prefix: prefix ?? "Bearer ")
    }
    checkHeader(header, at: reader.path("header"), reserved: ["cookie"])
    return .header(name: header, prefix: prefix ?? "")
  }

  mutating func readIdentity(
    _ reader: TableReader,
    _ request: RequestSpec,
    _ oauth2: OAuth2Spec?
  ) -> IdentitySpec? {
    let ways = ["get", "post", "from"].filter { reader.has($0) }
    if ways.count != 1 {
      report(reader.path, "identity needs exactly one of \"get\", \"post\" and \"from\"")
    }
    let prefix = reader.text("base") ?? ""
    _ = pointer(prefix, at: reader.path("base"))
    var found: [String: JSONPointer] = [:]
    for key in ["id", "login", "name", "email"] {
      guard let text = reader.text(key) else { continue }
      found[key] = pointer(prefix + text, at: reader.path(key))
    }
    if !["id", "login", "name", "email"].contains(where: reader.has) {
      report(
        reader.path,
        "identity needs at least one of \"id\", \"login\", \"name\" and \"email\""
      )
    }
    let headers = headers(reader)
    let body = readIdentityBody(reader)
    guard let source = readIdentitySource(reader, ways, request, oauth2) else { return nil }
    return IdentitySpec(
      source: source,
      headers: headers,
      body: body,
      id: found["id"],
      login: found["login"],
      name: found["name"],
      email: found["email"]
    )
  }

  private mutating func readIdentitySource(
    _ reader: TableReader,
    _ ways: [String],
    _ request: RequestSpec,
    _ oauth2: OAuth2Spec?
  ) -> IdentitySpec.Source? {
    guard let way = ways.first, let text = reader.text(way) else { return nil }
    if way == "from" { return readIdentityOrigin(text, at: reader.path(way), oauth2) }
    guard let template = target(text, at: reader.path(way), request) else { return nil }
    return way == "get" ? .get(template) : .post(template)
  }

  private mutating func readIdentityOrigin(
    _ origin: String,
    at path: FieldPath,
    _ oauth2: OAuth2Spec?
  ) -> IdentitySpec.Source {
    switch origin {
    case "id_token":
      if kind != .oidc { report(path, "only kind \"oidc\" has an ID token") }
      return .idToken
    case "userinfo":
      if oauth2?.userinfo == nil, oauth2?.issuer == nil {
        report(path, "there is no oauth2.userinfo")
      }
      return .userinfo
    default:
      if ![.oauth1, .oauth2, .oidc, .clientCredentials, .jwt].contains(kind) {
        report(path, "only OAuth has a token response; use an identity function")
      }
      return .tokenResponse
    }
  }

  private mutating func readIdentityBody(_ reader: TableReader) -> IdentitySpec.Body {
    let given = ["form", "json"].filter { reader.has($0) }
    guard let first = given.first else { return .empty }
    if given.count > 1 {
      report(reader.path("json"), "identity has both \"form\" and \"json\"")
    }
    if !reader.has("post") {
      report(reader.path(first), "\(reader.path(first)) is the body of a \"post\"")
    }
    let templates = templates(reader, first, allowsSecrets: true)
    return first == "form" ? .form(templates) : .json(templates)
  }

  /// Reads a path below the API's base, or a whole URL.
  mutating func target(_ text: String, at path: FieldPath, _ request: RequestSpec) -> TextTemplate?
  {
    if text.hasPrefix("/") {
      if request.base == nil { report(path, "\(path) is a path, and there is no request.base") }
      if text.utf8.contains(UInt8(ascii: "{")),
        text.contains("{\(BuiltInValue.accessToken.placeholder)}")
      {
        loosen(path, "the access token stands in URLs, which end up in logs")
      }
    } else {
      _ = url(text, at: path)
    }
    return template(text, at: path, allowsSecrets: false)
  }

  mutating func readCapture(_ oauth2: OAuth2Spec?, _ source: DescriptorSource) -> [CaptureSpec] {
    guard usesBrowser(oauth2) else {
      if root.has("capture") {
        report(root.path("capture"), "capture has no use: \(kind.rawValue) needs no browser")
      }
      return []
    }
    // A login of the file's own that sends nobody anywhere needs no listener.
    if kind == .custom, !root.has("capture") {
      return source.bytes.firstRange(of: Array("browser".utf8)) == nil
        ? [] : [.standard(.loopback, for: kind)]
    }
    let hasDevice = oauth2?.grants.contains(.deviceCode) == true
    if !root.has("capture"), let first = oauth2?.grants.first(where: { $0.usesUser }) {
      let device = CaptureSpec.standard(.device, for: kind)
      let loopback = CaptureSpec.standard(.loopback, for: kind)
      if oauth2?.grants.contains(.authorizationCode) != true { return [device] }
      return !hasDevice
        ? [loopback] : first == .deviceCode ? [device, loopback] : [loopback, device]
    }
    var result: [CaptureSpec] = []
    for (value, path) in root.elements("capture") {
      guard let capture = readCapture(value, at: path) else { continue }
      if result.contains(where: { $0.way == capture.way }) {
        report(path, "\(path): \"\(capture.way.rawValue)\" for the second time")
      }
      result.append(capture)
    }
    if result.isEmpty, root.has("capture") {
      report(root.path("capture"), "capture is empty; leave it out for the usual one")
    }
    if result.contains(where: { $0.way == .device }), !hasDevice {
      report(root.path("capture"), "capture names device, and oauth2.grants has no device_code")
    }
    return result
  }

  /// Whether somebody has to look at a page; a custom login may.
  private func usesBrowser(_ oauth2: OAuth2Spec?) -> Bool {
    switch kind {
    case .oauth1, .custom: true
    case .clientCredentials, .jwt, .apiKey, .basic: false
    case .oauth2, .oidc: oauth2.map { $0.grants.contains(where: \.usesUser) } ?? true
    }
  }

  private mutating func readCapture(_ value: ScriptValue, at path: FieldPath) -> CaptureSpec? {
    if let way = value.text.flatMap(CaptureWay.init) { return .standard(way, for: kind) }
    guard case .table(let table) = value else { return nil }
    let reader = TableReader(table, DescriptorSchema.capture, at: path)
    guard let way = reader.text("via").flatMap(CaptureWay.init) else { return nil }
    guard let uri = reader.text("redirect_uri") else {
      if way == .scheme { report(path, "\(path): scheme needs a redirect_uri of its own scheme") }
      return .standard(way, for: kind)
    }
    if let objection = way.objection(to: uri) {
      report(reader.path("redirect_uri"), "\(reader.path("redirect_uri")) \(objection)")
    }
    return CaptureSpec(way: way, redirectURI: uri)
  }
}

extension CaptureWay {
  /// Why this way cannot work with the redirect URI, as the end of a sentence.
  fileprivate func objection(to text: String) -> String? {
    if self == .pin { return text.isEmpty ? "is empty" : nil }
    if self == .device { return "has no use for device, where nobody comes back" }
    let spec = CaptureSpec(way: self, redirectURI: text)
    guard let uri = try? URI(spec.redirectURI(port: 8080)) else { return "is no URL" }
    if spec.needsPort, uri.port != 8080 { return "has {port} where no port can be" }
    if uri.fragment != nil { return "has a fragment (RFC 6749 §3.1.2)" }
    switch self {
    case .loopback:
      guard uri.scheme == "http", uri.isLoopback else {
        return "must be http to this machine (127.0.0.1, [::1] or localhost) for loopback"
      }
    case .paste:
      if uri.scheme == "http", !uri.isLoopback { return "is http to another machine" }
    case .scheme:
      if uri.scheme == "http" || uri.scheme == "https" { return "needs a scheme of its own" }
    case .webview:
      if uri.scheme == "http", !uri.isLoopback { return "is http to another machine" }
    case .pin, .device: break
    }
    return nil
  }
}

extension OAuth2Spec.Grant {
  /// Whether the user has a part in it.
  package var usesUser: Bool { self == .authorizationCode || self == .deviceCode }
}
