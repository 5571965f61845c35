internal import Standards

extension DescriptorReader {
  /// What later standards have added to RFC 6749.
  struct OAuth2Extensions {
    var assertion: AssertionSpec
    var jar: AssertionSpec?
    var details: JSONValue?
    var dpop: SignatureAlgorithm?
    var responseMode: OAuth2Spec.ResponseMode?
    var callback: CallbackSpec
  }

  mutating func readExtras(
    _ reader: TableReader,
    _ grants: [OAuth2Spec.Grant],
    _ authentication: OAuth2Spec.ClientAuthentication
  ) -> OAuth2Extensions {
    let takesAssertion = authentication.signs || authentication == .clientSecretJWT
    if reader.has("client_assertion"), !takesAssertion {
      report(
        reader.path("client_assertion"),
        "\(reader.path("client_assertion")) has no use with client_auth = "
          + "\"\(authentication.rawValue)\""
      )
    }
    let responseMode = reader.text("response_mode").flatMap(OAuth2Spec.ResponseMode.init)
    return OAuth2Extensions(
      assertion: reader.table("client_assertion").map { readAssertion($0) } ?? AssertionSpec(),
      jar: reader.table("jar").map { readAssertion($0) }
        ?? (reader.boolean("jar") ? AssertionSpec() : nil),
      details: readDetails(reader),
      dpop: reader.text("dpop").flatMap(SignatureAlgorithm.init)
        ?? (reader.boolean("dpop") ? .es256 : nil),
      responseMode: responseMode,
      callback: reader.table("callback").map { readCallback($0) } ?? CallbackSpec()
    )
  }

  /// The issuer to discover, and what is asked of ID tokens.
  mutating func readIssuer(_ reader: TableReader) -> (issuer: URLTemplate?, oidc: OIDCSpec?) {
    var issuer = url(reader.text("issuer"), at: reader.path("issuer"))
    if reader.has("metadata"), issuer == nil {
      report(reader.path("metadata"), "\(reader.path("metadata")) needs oauth2.issuer")
    }
    guard kind == .oidc else { return (issuer, nil) }
    let table =
      root.table("oidc") ?? TableReader(ScriptTable(), DescriptorSchema.oidc, at: root.path("oidc"))
    let oidc = readOIDC(table)
    if issuer == nil, !reader.has("token"), let text = table.text("issuer") {
      issuer = url(text, at: table.path("issuer"))
    }
    if issuer == nil {
      if oidc.issuers.isEmpty { reportMissing("issuer", in: table) }
      if !reader.has("jwks"), !oidc.algorithms.contains(where: { $0.family == .hmac }) {
        reportMissing("jwks", in: reader)
      }
    }
    return (issuer, oidc)
  }

  private mutating func readOIDC(_ reader: TableReader) -> OIDCSpec {
    let single = reader.text("issuer").map { [($0, reader.path("issuer"))] } ?? []
    var issuers: [TextTemplate] = []
    for (text, path) in single + (reader.isList("issuer") ? reader.texts("issuer") : []) {
      if let issuer = template(text, at: path, allowsSecrets: false) { issuers.append(issuer) }
    }
    var claims: [String: String] = [:]
    for entry in reader.entries("issuer_claims") { claims[entry.name] = entry.value.text }
    if !claims.isEmpty {
      loosen(reader.path("issuer_claims"), "the ID token itself says part of who its issuer is")
    }
    let nonce = reader.text("nonce").flatMap(OIDCSpec.Nonce.init) ?? .required
    if nonce != .required {
      loosen(reader.path("nonce"), "the ID token need not belong to this login")
    }
    let checksHash = reader.text("at_hash") != "ignored"
    if !checksHash {
      loosen(reader.path("at_hash"), "the ID token need not belong to the access token")
    }
    var audiences: [TextTemplate] = []
    for (text, path) in reader.texts("audiences") {
      if let party = template(text, at: path, allowsSecrets: false) { audiences.append(party) }
    }
    return OIDCSpec(
      issuers: issuers,
      issuerClaims: claims,
      algorithms: reader.texts("algorithms").compactMap { SignatureAlgorithm(rawValue: $0.text) },
      nonce: nonce,
      checksAccessTokenHash: checksHash,
      maximumAge: reader.integer("max_age"),
      audiences: audiences
    )
  }

  private mutating func readDetails(_ reader: TableReader) -> JSONValue? {
    guard reader.has("rar") else { return nil }
    var details: [JSONValue] = []
    for (value, path) in reader.elements("rar") {
      guard let json = value.json, json.object?["type"]?.string != nil else {
        report(path, "\(path) is no table of plain data with a \"type\" (RFC 9396 §2)")
        continue
      }
      checkTexts(json, at: path)
      details.append(json)
    }
    return .array(details)
  }

  /// Texts within plain data are templates too; a secret has no place in them.
  mutating func checkTexts(_ value: JSONValue, at path: FieldPath) {
    switch value {
    case .string(let text): _ = template(text, at: path, allowsSecrets: false)
    case .array(let values): for value in values { checkTexts(value, at: path) }
    case .object(let object): for member in object.members { checkTexts(member.value, at: path) }
    case .null, .bool, .number: break
    }
  }

  mutating func readRegistration(
    _ reader: TableReader,
    isDiscovered: Bool
  ) -> OAuth2Spec.Registration? {
    guard reader.has("registration") else { return nil }
    let path = reader.path("registration")
    var registration = OAuth2Spec.Registration(url: nil, headers: [], client: JSONObject())
    if let table = reader.table("registration") {
      registration.url = url(table.text("url"), at: table.path("url"))
      registration.headers = headers(table)
      for entry in table.entries("client") {
        guard let json = entry.value.json else {
          report(entry.path, "\(entry.path) is no plain data")
          continue
        }
        registration.client[entry.name] = json
      }
    } else if let text = reader.text("registration") {
      registration.url = url(text, at: path)
    } else if !reader.boolean("registration") {
      return nil
    }
    if registration.url == nil, !isDiscovered {
      report(path, "\(path) needs a URL, or an issuer whose metadata has it")
    }
    return registration
  }

  private mutating func readCallback(_ reader: TableReader) -> CallbackSpec {
    var callback = CallbackSpec()
    callback.code = reader.text("code") ?? "code"
    callback.state = reader.text("state") ?? "state"
    callback.error = reader.text("error") ?? "error"
    callback.errorDescription = reader.text("error_description") ?? "error_description"
    callback.payload = reader.text("payload")
    callback.acceptsMissingState = reader.text("missing_state") == "accepted"
    if callback.acceptsMissingState {
      loosen(
        reader.path("missing_state"),
        "an answer counts without proof that it is to this login"
      )
    }
    callback.issuer = reader.text("iss").flatMap(CallbackSpec.Issuer.init) ?? .optional
    if callback.issuer == .ignored {
      loosen(reader.path("iss"), "an answer of another authorization server is taken")
    }
    for entry in reader.entries("send") { callback.send[entry.name] = entry.value.text }
    for entry in reader.entries("set") {
      checkSettable(entry.name, at: entry.path)
      callback.set[entry.name] = entry.value.text
    }
    callback.keep = reader.texts("keep").map(\.text)
    callback.signature = reader.table("hmac").flatMap { readSignature($0) }
    return callback
  }

  private mutating func readSignature(_ reader: TableReader) -> CallbackSpec.Signature? {
    let key = template(reader.text("key"), at: reader.path("key"), allowsSecrets: true)
    guard let key, let parameter = reader.text("param") else { return nil }
    return CallbackSpec.Signature(
      signature: CallbackSignature(
        parameter: parameter,
        algorithm: reader.text("hash").flatMap(HashAlgorithm.init) ?? .sha256,
        form: reader.text("form").flatMap(CallbackSignature.Form.init) ?? .hex,
        separator: reader.text("separator") ?? "&"
      ),
      key: key
    )
  }
}
