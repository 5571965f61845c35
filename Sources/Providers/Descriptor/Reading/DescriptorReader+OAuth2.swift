internal import Standards

extension DescriptorReader {
  func readClientAuthentication(_ reader: TableReader?) -> OAuth2Spec.ClientAuthentication {
    reader?.text("client_auth").flatMap(OAuth2Spec.ClientAuthentication.init) ?? .basic
  }

  mutating func readOAuth2(_ reader: TableReader) -> OAuth2Spec? {
    let authentication = readClientAuthentication(reader)
    let grants = readGrants(reader)
    let usesCode = grants.contains(.authorizationCode)
    if !usesCode { kind = .clientCredentials }
    let reserved: Set<String> =
      authentication == .basic || authentication == .basicRaw ? ["authorization"] : []
    let made: Set<String> = ["code", "code_verifier", "redirect_uri", "refresh_token"]
    let authorize = page(
      reader,
      "authorize",
      protectedParameters: ["state", "code_challenge", "code_challenge_method", "redirect_uri"]
    )
    let steps = ["token", "refresh", "revoke"].map {
      step(reader, $0, protectedParameters: made, reservedHeaders: reserved)
    }
    checkGrants(reader, grants, authentication)
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
    guard let token = steps[0], let response else { return nil }
    return OAuth2Spec(
      authorize: authorize,
      token: token,
      refresh: steps[1] ?? token,
      revoke: steps[2],
      grants: grants,
      clientAuthentication: authentication,
      repeatsClientID: reader.boolean("repeat_client_id"),
      pkce: pkce,
      scopes: scopes,
      scopeSeparator: reader.text("scope_separator") ?? " ",
      audience: audience,
      resources: resources,
      response: response,
      refreshSendsScope: reader.table("refresh_token")?.boolean("send_scope") ?? false
    )
  }

  private func readGrants(_ reader: TableReader) -> [OAuth2Spec.Grant] {
    let grants = reader.texts("grants").compactMap { OAuth2Spec.Grant(rawValue: $0.text) }
    if !grants.isEmpty { return grants }
    return kind == .clientCredentials ? [.clientCredentials] : [.authorizationCode]
  }

  private mutating func checkGrants(
    _ reader: TableReader,
    _ grants: [OAuth2Spec.Grant],
    _ authentication: OAuth2Spec.ClientAuthentication
  ) {
    if grants.contains(.authorizationCode), !reader.has("authorize") {
      reportMissing("authorize", in: reader)
    }
    if !grants.contains(.authorizationCode) {
      for key in ["authorize", "pkce"] where reader.has(key) {
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

  private mutating func readResponse(_ parent: TableReader) -> TokenResponseSpec? {
    let path = parent.path("response")
    let reader =
      parent.table("response")
      ?? TableReader(ScriptTable(), DescriptorSchema.tokenResponse, at: path)
    let expiry = readExpiry(reader)
    let error = reader.table("error").flatMap { readErrorRule($0) }
    let keep = readKeep(reader)
    guard let expiry,
      let accessToken = pointer(reader, "access_token"),
      let refreshToken = pointer(reader, "refresh_token"),
      let tokenType = pointer(reader, "token_type"),
      let scope = pointer(reader, "scope")
    else { return nil }
    return TokenResponseSpec(
      accessToken: accessToken,
      refreshToken: refreshToken,
      tokenType: tokenType,
      defaultTokenType: reader.text("default_token_type") ?? "Bearer",
      expiry: expiry,
      zeroMeansNever: reader.boolean("zero_means_never"),
      lifetime: reader.integer("lifetime"),
      scope: scope,
      error: error,
      keep: keep
    )
  }

  private mutating func readExpiry(_ reader: TableReader) -> TokenResponseSpec.Expiry? {
    let unit = reader.text("expiry_unit")
    if reader.has("expires_at") {
      if reader.has("expires_in") {
        report(
          reader.path("expires_in"),
          "\(reader.path) has both \"expires_in\" and \"expires_at\""
        )
      }
      let form: TokenResponseSpec.Expiry.Form =
        switch unit {
        case "milliseconds": .epochMilliseconds
        case "rfc3339": .rfc3339
        default: .epochSeconds
        }
      return pointer(reader, "expires_at").map { TokenResponseSpec.Expiry(pointer: $0, form: form) }
    }
    if unit == "rfc3339" {
      report(reader.path("expiry_unit"), "rfc3339 is a date, so it needs \"expires_at\"")
    }
    let form: TokenResponseSpec.Expiry.Form = unit == "milliseconds" ? .milliseconds : .seconds
    return pointer(reader, "expires_in").map { TokenResponseSpec.Expiry(pointer: $0, form: form) }
  }

  private mutating func readErrorRule(_ reader: TableReader) -> TokenResponseSpec.ErrorRule? {
    if reader.has("is"), reader.has("is_not") {
      report(reader.path("is_not"), "\(reader.path) has both \"is\" and \"is_not\"")
    }
    var condition = TokenResponseSpec.ErrorRule.Condition.present
    if let value = reader.value("is")?.scalarText { condition = .equals(value) }
    if let value = reader.value("is_not")?.scalarText { condition = .differs(from: value) }
    let code = pointer(reader, "code")
    let message = pointer(reader, "message")
    guard let at = pointer(reader, "at") else { return nil }
    return TokenResponseSpec.ErrorRule(
      at: at,
      condition: condition,
      code: code,
      message: message,
      invalidGrantCodes: Set(reader.elements("invalid_grant").compactMap(\.value.scalarText))
    )
  }

  private mutating func readKeep(_ reader: TableReader) -> [TokenResponseSpec.KeptValue] {
    var keep: [TokenResponseSpec.KeptValue] = []
    for (text, path) in reader.texts("keep") {
      guard let pointer = pointer(text, at: path) else { continue }
      let name = text.split(separator: "/").last.map(String.init) ?? ""
      if name.isEmpty { report(path, "\(path) points at the whole response") }
      if keep.contains(where: { $0.name == name }) {
        report(path, "\(path): a second value called \"\(name)\"")
      }
      keep.append(TokenResponseSpec.KeptValue(name: name, pointer: pointer))
    }
    return keep
  }
}
