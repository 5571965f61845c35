import Standards

/// `ctx.jwt`: what a token says of itself, its signature not looked at.
enum JWTCalls {
  static func read(
    _ call: CallArguments,
    _ secrets: SecretTable
  ) throws(HostCallError) -> JWTClaims {
    try call.atMost(1)
    let text: String
    let title: String
    if case .handle(let index) = call[0], let entry = secrets[index] {
      text = entry.secret.text
      title = "token '\(entry.name)'"
    } else {
      guard call[0] != .null else { throw call.wrong("takes a token, and there is none (nil)") }
      text = try call.text(0, "the token")
      title = "the text"
    }
    do {
      return try JWTClaims.unverified(text)
    } catch {
      // The provider promised a JWT, so this is its fault rather than the script's.
      throw .fail(.protocol, "\(call.function): \(title) is not a JWT: \(error.reason)")
    }
  }

  /// What to take out of the claims: secrets that the sender of the token may know.
  ///
  /// A token that the script made itself says what the script knows; nothing in it is confirmed.
  static func redaction(_ call: CallArguments, _ secrets: SecretTable) -> SpellingReplacer {
    guard case .handle(let index) = call[0], let origin = secrets[index]?.origin else {
      return SpellingReplacer()
    }
    return secrets.redaction(of: origin)
  }
}

extension JWTCalls {
  /// `ctx.jwt.sign { alg = "RS256", key = ctx.opt.key, claims = {…}, header = {…} }`: a handle.
  ///
  /// The token proves what its key does, so a script holds it no more than the key; it may go to any host
  /// of the descriptor.
  static func sign(
    _ call: CallArguments,
    _ context: inout ScriptContext
  ) throws(HostCallError) -> [UInt8] {
    try call.atMost(1)
    let fields = try call.fields(0, known: ["alg", "key", "claims", "header"])
    guard let name = fields["alg"]?.text, let algorithm = SignatureAlgorithm(rawValue: name) else {
      let known = SignatureAlgorithm.allCases.map(\.rawValue).joined(separator: ", ")
      throw call.wrong("alg must be one of \(known)")
    }
    guard case .handle(let index) = fields["key"] ?? .null, let entry = context.secrets[index]
    else { throw call.wrong("key must be a secret, such as ctx.opt.private_key") }
    let claims = try object(fields["claims"], "claims", call)
    var header = try object(fields["header"], "header", call)
    for name in ["alg", "b64", "crit"] where header[name] != nil {
      throw call.wrong("header: '\(name)' is not for scripts to set")
    }
    if header["typ"] == nil { header["typ"] = "JWT" }
    let token: Secret
    do throws(ScriptEffectError) {
      token = try context.effects.sign(
        claims,
        header: header,
        key: entry.secret,
        algorithm: algorithm
      )
    } catch {
      throw .fail(error.code, "\(call.function): secret '\(entry.name)': \(error.message)")
    }
    // Whoever has a token of a weak shared key finds the key by trying.
    let tells = algorithm.family == .hmac && entry.isGuessable
    let handle = context.secrets.add(
      token,
      name: "jwt",
      isBound: tells && entry.isBound,
      isGuessable: tells,
      mayGoTo: tells ? entry.mayGoTo : context.mayContact
    )
    var writer = ScriptMessageWriter()
    writer.handle(handle, name: "jwt")
    return writer.bytes
  }

  private static func object(
    _ value: ScriptValue?,
    _ name: String,
    _ call: CallArguments
  ) throws(HostCallError) -> JSONObject {
    guard let value else { return JSONObject() }
    // A secret among the claims could be read in whatever shows the token.
    guard !value.containsHandle else { throw call.wrong("\(name) cannot hold a secret") }
    let json = try? ScriptJSON.value(value, at: name) { _ in "" }
    guard let object = json?.object else {
      throw call.wrong("\(name) must be a table with names and plain data")
    }
    return object
  }
}

extension JWTError {
  fileprivate var reason: String {
    switch self {
    case .tooLong: "it is longer than any token"
    case .badShape: "it does not have three parts between dots"
    case .badBase64URL: "a part is not base64url"
    case .badJSON: "its header or claims are no JSON object"
    case .badClaim(let name): "its claim '\(name)' has the wrong type"
    }
  }
}
