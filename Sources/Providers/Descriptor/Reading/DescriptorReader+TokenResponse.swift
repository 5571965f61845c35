internal import Standards

extension DescriptorReader {
  mutating func readResponse(_ parent: TableReader) -> TokenResponseSpec? {
    let path = parent.path("response")
    let reader =
      parent.table("response")
      ?? TableReader(ScriptTable(), DescriptorSchema.tokenResponse, at: path)
    let expiry = readExpiry(reader)
    let error = reader.table("error").flatMap { readErrorRule($0) }
    let keep = readKeep(reader)
    let set = optionSources(reader, "set")
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
      keep: keep,
      set: set,
      readsTokenExpiry: reader.boolean("jwt_expiry"),
      isJSONP: reader.text("format") == "jsonp"
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

  mutating func readKeep(_ reader: TableReader) -> [TokenResponseSpec.KeptValue] {
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
