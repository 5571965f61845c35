import Standards

/// Credentials as JSON objects, without loss.
///
/// Reading is strict: a member that is not known here was written by a newer authrun, and dropping it
/// at the next write would lose part of a credential.
enum CredentialCoding {
  static func encode(_ credential: Credential) -> JSONValue {
    var object = JSONObject()
    object["kind"] = .string(credential.kind.rawValue)
    object["access_token"] = SecretCoding.encode(credential.accessToken)
    object["token_secret"] = credential.tokenSecret.map(SecretCoding.encode)
    object["refresh_token"] = credential.refreshToken.map(SecretCoding.encode)
    object["token_type"] = .string(credential.tokenType)
    object["presentation"] = encode(credential.presentation)
    object["issued_at"] = encode(credential.issuedAt)
    object["expires_at"] = credential.expiresAt.map(encode)
    object["requested_scopes"] = encode(credential.requestedScopes)
    object["granted_scopes"] = encode(credential.grantedScopes)
    object["identity"] = credential.identity.map(encode)
    object["extras"] = .object(credential.extras)
    object["options"] = encode(credential.options)
    object["hosts"] = encode(credential.hosts)
    object["standing"] = encode(credential.standing)
    object["dpop_key"] = credential.dpopKey.map(SecretCoding.encode)
    object["id_token"] = credential.idToken.map(SecretCoding.encode)
    return .object(object)
  }

  static func decode(_ value: JSONValue) throws(RecordFault) -> Credential {
    var members = try RecordMembers(value)
    var credential = Credential(
      kind: try members.choice("kind"),
      accessToken: try members.secret("access_token"),
      tokenSecret: try members.optional("token_secret", SecretCoding.decode),
      refreshToken: try members.optional("refresh_token", SecretCoding.decode),
      tokenType: try members.string("token_type"),
      presentation: try members.required("presentation", presentation),
      issuedAt: try members.timestamp("issued_at"),
      expiresAt: try members.optional("expires_at", RecordMembers.timestamp),
      requestedScopes: try members.strings("requested_scopes"),
      grantedScopes: try members.strings("granted_scopes"),
      identity: try members.optional("identity", identity),
      extras: try members.required("extras", RecordMembers.object),
      options: try members.required("options", options),
      hosts: try members.strings("hosts"),
      standing: try members.required("standing", standing)
    )
    credential.dpopKey = try members.optional("dpop_key", SecretCoding.decode)
    credential.idToken = try members.optional("id_token", SecretCoding.decode)
    try members.finish()
    return credential
  }
}

extension CredentialCoding {
  private static func encode(_ time: Timestamp) -> JSONValue {
    .number(JSONNumber(time.seconds))
  }

  private static func encode(_ texts: [String]) -> JSONValue {
    .array(texts.map { .string($0) })
  }

  private static func encode(_ presentation: TokenPresentation) -> JSONValue {
    var object = JSONObject()
    switch presentation {
    case .header(let name, let prefix):
      object["header"] = .string(name)
      object["prefix"] = .string(prefix)
    case .query(let name):
      object["query"] = .string(name)
    case .cookie(let name):
      object["cookie"] = .string(name)
    case .signed:
      object["signed"] = .bool(true)
    }
    return .object(object)
  }

  private static func presentation(_ value: JSONValue) throws(RecordFault) -> TokenPresentation {
    var members = try RecordMembers(value)
    let presentation: TokenPresentation
    if let name = try members.optional("query", RecordMembers.string) {
      presentation = .query(name: name)
    } else if let name = try members.optional("cookie", RecordMembers.string) {
      presentation = .cookie(name: name)
    } else if try members.optional("signed", { $0 }) != nil {
      presentation = .signed
    } else {
      presentation = .header(
        name: try members.string("header"),
        prefix: try members.string("prefix")
      )
    }
    try members.finish()
    return presentation
  }

  private static func encode(_ identity: Identity) -> JSONValue {
    var object = JSONObject()
    object["id"] = identity.id.map { .string($0) }
    object["login"] = identity.login.map { .string($0) }
    object["name"] = identity.name.map { .string($0) }
    object["email"] = identity.email.map { .string($0) }
    return .object(object)
  }

  private static func identity(_ value: JSONValue) throws(RecordFault) -> Identity {
    var members = try RecordMembers(value)
    let identity = Identity(
      id: try members.optional("id", RecordMembers.string),
      login: try members.optional("login", RecordMembers.string),
      name: try members.optional("name", RecordMembers.string),
      email: try members.optional("email", RecordMembers.string)
    )
    try members.finish()
    return identity
  }

  private static func encode(_ options: [String: OptionValue]) -> JSONValue {
    var object = JSONObject()
    for (name, option) in options.sorted(by: { $0.key < $1.key }) {
      var value = JSONObject()
      switch option {
      case .text(let text): value["text"] = .string(text)
      case .secret(let secret): value["secret"] = SecretCoding.encode(secret)
      }
      object[name] = .object(value)
    }
    return .object(object)
  }

  private static func options(_ value: JSONValue) throws(RecordFault) -> [String: OptionValue] {
    var options: [String: OptionValue] = [:]
    for member in try RecordMembers.object(value).members {
      var members = try RecordMembers(member.value)
      if let text = try members.optional("text", RecordMembers.string) {
        options[member.name] = .text(text)
      } else {
        options[member.name] = .secret(try members.secret("secret"))
      }
      try members.finish()
    }
    return options
  }

  private static func encode(_ standing: Credential.Standing) -> JSONValue {
    var object = JSONObject()
    switch standing {
    case .usable:
      object["state"] = .string("usable")
    case .loginNeeded(let reason, let time):
      object["state"] = .string("login_needed")
      object["reason"] = .string(reason)
      object["at"] = encode(time)
    }
    return .object(object)
  }

  private static func standing(_ value: JSONValue) throws(RecordFault) -> Credential.Standing {
    var members = try RecordMembers(value)
    let standing: Credential.Standing
    switch try members.string("state") {
    case "usable":
      standing = .usable
    case "login_needed":
      standing = .loginNeeded(
        reason: try members.string("reason"),
        at: try members.timestamp("at")
      )
    default:
      throw .unknown("state")
    }
    try members.finish()
    return standing
  }
}
