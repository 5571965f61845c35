internal import Standards

extension DescriptorReader {
  func readClientAuthentication(_ reader: TableReader?) -> OAuth2Spec.ClientAuthentication {
    reader?.text("client_auth").flatMap(OAuth2Spec.ClientAuthentication.init) ?? .basic
  }

  /// Reads the tables `oauth2` and `oidc`, of which the second may stand alone.
  mutating func readOAuth2Tables() -> OAuth2Spec? {
    let own = root.table("oauth2")
    guard own != nil || kind == .oidc && root.has("oidc") else { return nil }
    let reader =
      own
      ?? TableReader(ScriptTable(), DescriptorSchema.oauth2, at: FieldPath.root.appending("oauth2"))
    return readOAuth2(reader)
  }

  private mutating func readOAuth2(_ reader: TableReader) -> OAuth2Spec? {
    let authentication = readClientAuthentication(reader)
    let grants = readGrants(reader)
    if grants == [.clientCredentials], kind == .oauth2 { kind = .clientCredentials }
    let (issuer, oidc) = readIssuer(reader)
    let isDiscovered = issuer != nil
    let endpoints = readEndpoints(reader, authentication, isDiscovered: isDiscovered)
    checkGrants(reader, grants, authentication, isDiscovered: isDiscovered)
    let pkce = readPKCE(reader)
    if authentication == .basicRaw {
      loosen(reader.path("client_auth"), "the client's id and secret are sent without encoding")
    }
    let audience = template(
      reader.text("audience"),
      at: reader.path("audience"),
      allowsSecrets: false
    )
    let resources = readResources(reader)
    let scopes = readScopes(reader)
    let response = readResponse(reader)
    let extras = readExtras(reader, grants, authentication)
    let refresh = reader.table("refresh_token")
    let token = endpoints["token"] ?? (isDiscovered ? EndpointSpec(urls: []) : nil)
    guard let token, let response else { return nil }
    let usesCode = grants.contains(.authorizationCode)
    let page = isDiscovered && usesCode ? EndpointSpec(urls: [], method: "GET", body: .query) : nil
    return OAuth2Spec(
      issuer: issuer,
      metadata: url(reader.text("metadata"), at: reader.path("metadata")),
      authorize: endpoints["authorize"] ?? page,
      page: readPageShape(reader),
      token: token,
      refresh: endpoints["refresh"] ?? token,
      revoke: endpoints["revoke"] ?? optional(isDiscovered),
      device: endpoints["device"] ?? optional(isDiscovered && grants.contains(.deviceCode)),
      par: endpoints["par"] ?? optional(isDiscovered && reader.boolean("par")),
      introspect: endpoints["introspect"] ?? optional(isDiscovered),
      userinfo: endpoints["userinfo"] ?? optional(isDiscovered)?.byGET,
      extend: endpoints["extend"],
      jwks: url(reader.text("jwks"), at: reader.path("jwks")),
      registration: readRegistration(reader, isDiscovered: isDiscovered),
      grants: grants,
      clientAuthentication: authentication,
      assertion: extras.assertion,
      usesClientCertificate: authentication == .tls || reader.boolean("mtls"),
      repeatsClientID: reader.boolean("repeat_client_id"),
      pkce: pkce,
      jar: extras.jar,
      authorizationDetails: extras.details,
      dpop: extras.dpop,
      responseMode: extras.responseMode,
      callback: extras.callback,
      scopes: scopes,
      scopeSeparator: reader.text("scope_separator") ?? " ",
      audience: audience,
      resources: resources,
      response: response,
      refreshSendsScope: refresh?.boolean("send_scope") ?? false,
      refreshProof: refresh?.text("use").flatMap(OAuth2Spec.RefreshProof.init) ?? .refreshToken,
      oidc: oidc
    )
  }

  /// A step whose address the metadata may have.
  private func optional(_ exists: Bool) -> EndpointSpec? {
    exists ? EndpointSpec(urls: []) : nil
  }

  private mutating func readEndpoints(
    _ reader: TableReader,
    _ authentication: OAuth2Spec.ClientAuthentication,
    isDiscovered: Bool
  ) -> [String: EndpointSpec] {
    let reserved: Set<String> = authentication.usesAuthorizationField ? ["authorization"] : []
    var endpoints: [String: EndpointSpec] = [:]
    endpoints["authorize"] = page(
      reader,
      "authorize",
      protectedParameters: ProtectedParameters.oauth2Page,
      allowsDiscovery: isDiscovered
    )
    let names = ["token", "refresh", "revoke", "device", "par", "introspect", "userinfo", "extend"]
    for name in names {
      endpoints[name] = step(
        reader,
        name,
        protectedParameters: ProtectedParameters.oauth2,
        reservedHeaders: reserved,
        allowsDiscovery: isDiscovered,
        carriesSecrets: name != "userinfo"
      )
    }
    // It is asked like the API (OpenID Connect Core §5.3.1), unless the descriptor says otherwise.
    if let step = endpoints["userinfo"], reader.table("userinfo")?.has("method") != true {
      endpoints["userinfo"] = step.byGET
    }
    if !isDiscovered, !reader.has("token") { reportMissing("token", in: reader) }
    if reader.boolean("par"), !isDiscovered {
      report(reader.path("par"), "\(reader.path("par")) = true needs an issuer; give the URL")
    }
    return endpoints
  }

  private func readPageShape(_ reader: TableReader) -> OAuth2Spec.PageShape {
    var shape = OAuth2Spec.PageShape()
    shape.scopeIsRaw = reader.boolean("scope_raw")
    guard let page = reader.table("authorize") else { return shape }
    shape.fragment = page.text("fragment")
    shape.parametersInFragment = page.text("place") == "fragment"
    shape.isSorted = page.boolean("sorted")
    return shape
  }

  private func readGrants(_ reader: TableReader) -> [OAuth2Spec.Grant] {
    let grants = reader.texts("grants").compactMap { OAuth2Spec.Grant(rawValue: $0.text) }
    if !grants.isEmpty { return grants }
    return kind == .clientCredentials ? [.clientCredentials] : [.authorizationCode]
  }

  private mutating func checkGrants(
    _ reader: TableReader,
    _ grants: [OAuth2Spec.Grant],
    _ authentication: OAuth2Spec.ClientAuthentication,
    isDiscovered: Bool
  ) {
    if grants.contains(.deviceCode), !reader.has("device"), !isDiscovered {
      reportMissing("device", in: reader)
    }
    if !grants.contains(.deviceCode), reader.has("device") {
      report(
        reader.path("device"),
        "\(reader.path("device")) has no use without device_code in grants"
      )
    }
    if grants.contains(.password) {
      loosen(reader.path("grants"), "the user's password passes through this program")
    }
    if grants.contains(.authorizationCode), !reader.has("authorize"), !isDiscovered {
      reportMissing("authorize", in: reader)
    }
    if !grants.contains(.authorizationCode) {
      for key in ["authorize", "pkce", "par", "jar", "callback", "response_mode"]
      where reader.has(key) {
        report(reader.path(key), "\(reader.path(key)) has no use without authorization_code")
      }
    }
    if root.text("kind") == "client_credentials", grants.contains(.authorizationCode) {
      report(reader.path("grants"), "authorization_code has no place in kind client_credentials")
    }
    if grants.contains(.clientCredentials), authentication == .none {
      report(reader.path("client_auth"), "client_credentials needs a client that authenticates")
    }
  }

  private mutating func readPKCE(_ reader: TableReader) -> OAuth2Spec.PKCE {
    let pkce = reader.text("pkce").flatMap(OAuth2Spec.PKCE.init) ?? .required
    switch pkce {
    case .required: break
    case .optional:
      loosen(reader.path("pkce"), "the service may not check that the code belongs to this login")
    case .forbidden:
      loosen(reader.path("pkce"), "a stolen code can be used by whoever has the client's secret")
    }
    return pkce
  }

  private mutating func readScopes(_ reader: TableReader) -> [String] {
    var scopes: [String] = []
    for (scope, path) in reader.texts("scopes") {
      if scope.isEmpty { report(path, "\(path) is empty") }
      if scopes.contains(scope) { report(path, "\(path): \"\(scope)\" for the second time") }
      scopes.append(scope)
    }
    if reader.has("scope_separator"), reader.text("scope_separator")?.isEmpty == true {
      report(reader.path("scope_separator"), "\(reader.path("scope_separator")) is empty")
    }
    return scopes
  }

  private mutating func readResources(_ reader: TableReader) -> [TextTemplate] {
    let single = reader.text("resource").map { [($0, reader.path("resource"))] } ?? []
    var resources: [TextTemplate] = []
    for (text, path) in single + reader.texts("resource") {
      if let resource = template(text, at: path, allowsSecrets: false) {
        resources.append(resource)
      }
    }
    return resources
  }
}

extension EndpointSpec {
  /// The step as a request without a body.
  fileprivate var byGET: EndpointSpec {
    var step = self
    step.method = "GET"
    step.body = .query
    return step
  }
}
