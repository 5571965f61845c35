extension DescriptorReader {
  /// Reads a place for requests: a URL, or a table with a URL and more.
  mutating func step(
    _ parent: TableReader,
    _ key: String,
    protectedParameters: Set<String> = ProtectedParameters.oauth1,
    reservedHeaders: Set<String> = [],
    allowsDiscovery: Bool = false,
    carriesSecrets: Bool = true
  ) -> EndpointSpec? {
    let path = parent.path(key)
    guard let reader = parent.table(key) else {
      let urls = urls(parent, key)
      return urls.isEmpty ? nil : EndpointSpec(urls: urls)
    }
    let parameters = templates(reader, "params", allowsSecrets: true)
    protect(protectedParameters, reader)
    let method = reader.text("method") ?? "POST"
    let authentication = readAuthentication(reader)
    let taken: Set<String> =
      authentication == .bearer
      ? ["authorization"] : authentication == .none ? [] : reservedHeaders
    let headers = headers(reader, reserved: taken.union(["content-type"]))
    let urls = urls(reader, "url")
    if urls.isEmpty, !allowsDiscovery { reportMissing("url", in: reader) }
    var endpoint = EndpointSpec(
      urls: urls,
      method: method,
      parameters: parameters,
      headers: headers,
      authentication: authentication
    )
    if reader.schema.field("body") != nil {
      endpoint.body = readBody(reader, method)
      readNames(reader, .token, into: &endpoint)
    } else if method == "GET" {
      endpoint.body = .query
    }
    if endpoint.body == .query, carriesSecrets {
      loosen(path, "the request's parameters stand in its URL, which ends up in logs")
    }
    return endpoint
  }

  private func readAuthentication(_ reader: TableReader) -> EndpointSpec.Authentication {
    guard reader.schema.field("auth") != nil else { return .client }
    return reader.text("auth").flatMap(EndpointSpec.Authentication.init) ?? .client
  }

  /// Reads the page for the user: nothing secret may be in it, since the browser shows it.
  mutating func page(
    _ parent: TableReader,
    _ key: String,
    protectedParameters: Set<String> = ProtectedParameters.oauth1Page,
    allowsDiscovery: Bool = false
  ) -> EndpointSpec? {
    guard let reader = parent.table(key) else {
      let urls = urls(parent, key)
      return urls.isEmpty ? nil : EndpointSpec(urls: urls, method: "GET", body: .query)
    }
    let parameters = templates(reader, "params", allowsSecrets: false)
    for entry in reader.entries("params") where isSecretName(entry.name) {
      report(entry.path, "\(entry.path): a secret in the browser's address is a secret no more")
    }
    protect(protectedParameters, reader)
    let urls = urls(reader, "url")
    if urls.isEmpty, !allowsDiscovery { reportMissing("url", in: reader) }
    var endpoint = EndpointSpec(urls: urls, method: "GET", body: .query, parameters: parameters)
    if reader.schema.field("rename") != nil {
      readNames(reader, StandardParameters.authorize, into: &endpoint)
    }
    return endpoint
  }

  private func isSecretName(_ name: String) -> Bool {
    options[name]?.type == .secret || name == "client_secret" || name == "consumer_secret"
  }

  /// Refuses parameters whose values are the login's own business.
  private mutating func protect(_ names: Set<String>, _ reader: TableReader) {
    for entry in reader.entries("params") where names.contains(entry.name) {
      report(entry.path, "\(entry.path): the value of \"\(entry.name)\" is made by authrun")
    }
  }

  private mutating func readBody(_ reader: TableReader, _ method: String) -> EndpointSpec.Body {
    let body = reader.text("body").flatMap(EndpointSpec.Body.init)
    guard method == "GET" || method == "DELETE" && body == nil else { return body ?? .form }
    if let body, body != .query {
      report(reader.path("body"), "\(reader.path("body")): a GET has no body; leave this out")
    }
    return .query
  }

  private mutating func readNames(
    _ reader: TableReader,
    _ standard: StandardParameters,
    into endpoint: inout EndpointSpec
  ) {
    for entry in reader.entries("rename") {
      check(entry.name, standard, at: entry.path)
      guard let name = entry.value.text else { continue }
      if name.isEmpty { report(entry.path, "\(entry.path) is empty; use drop to leave it out") }
      if endpoint.rename.values.contains(name) {
        report(entry.path, "\(entry.path): a second parameter called \"\(name)\"")
      }
      endpoint.rename[entry.name] = name
    }
    for (name, path) in reader.texts("drop") {
      check(name, standard, at: path)
      if endpoint.rename[name] != nil { report(path, "\"\(name)\" is both renamed and dropped") }
      endpoint.drop.insert(name)
    }
  }

  private mutating func check(
    _ name: String,
    _ standard: StandardParameters,
    at path: FieldPath
  ) {
    if let reason = standard.fixed[name] {
      return report(path, "\(path): \"\(name)\" stays as it is: \(reason)")
    }
    guard !standard.names.contains(name) else { return }
    report(
      path,
      "\(path): \"\(name)\" is no standard parameter of this step",
      suggestion: Suggestion.nearest(to: name, among: standard.names)
    )
  }
}

/// Parameters whose values are the login's own business.
enum ProtectedParameters {
  static let oauth1: Set = ["oauth_signature", "oauth_token", "oauth_verifier"]
  static let oauth1Page: Set = ["oauth_token"]
  static let oauth2: Set = [
    "code", "code_verifier", "redirect_uri", "refresh_token", "device_code", "access_token",
  ]
  static let oauth2Page: Set = [
    "state", "code_challenge", "code_challenge_method", "redirect_uri", "nonce", "request",
    "request_uri",
  ]
}

/// The parameters that a step of OAuth 2.0 has of itself.
struct StandardParameters {
  /// Those that a descriptor may rename or drop.
  let names: Set<String>
  /// Those that it may not, with the reason.
  let fixed: [String: String]

  private static let stateRule = "the callback is known by it"
  private static let pkceRule = "oauth2.pkce says whether it is sent"

  static let authorize = StandardParameters(
    names: [
      "response_type", "client_id", "redirect_uri", "scope", "audience", "resource",
      "response_mode", "authorization_details", "max_age",
    ],
    fixed: [
      "nonce": "oidc.nonce says whether it is sent", "request": "oauth2.jar makes it",
      "request_uri": "oauth2.par makes it", "dpop_jkt": "oauth2.dpop makes it",
      "state": stateRule, "code_challenge": pkceRule, "code_challenge_method": pkceRule,
    ]
  )

  static let token = StandardParameters(
    names: [
      "grant_type", "code", "redirect_uri", "client_id", "client_secret", "refresh_token", "scope",
      "audience", "resource", "token", "token_type_hint", "access_token", "device_code",
      "username", "password", "assertion", "client_assertion", "client_assertion_type",
      "authorization_details",
    ],
    fixed: ["code_verifier": pkceRule]
  )
}
