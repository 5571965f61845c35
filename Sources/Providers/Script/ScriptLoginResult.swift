package import Standards

/// What a script's `login` or `refresh` yields.
package struct ScriptLoginResult: Sendable {
  package var access: Secret
  /// `nil` when there is none; after a refresh, also when the old one stays.
  package var refresh: Secret?
  package var expiresAt: Timestamp?
  package var tokenType: String
  /// What the script wants to keep with the credential, its further secrets under a name of their own.
  package var extras: JSONObject
}

extension ScriptOperation {
  static let tokenFields = [
    "access", "refresh", "expires", "expires_in", "token_type", "extras", "secrets",
  ]
  /// The year 5138; a later time is one in milliseconds.
  private static let latest: Int64 = 100_000_000_000

  /// Runs `login`.
  package func login(_ context: ScriptContext) async throws(ScriptError) -> ScriptLoginResult {
    let now = context.effects.now()
    return try result(of: "login", try await run(hook: "login", context: context), now)
  }

  /// Runs `refresh` with a table of handles `access` and `refresh`, and `extras` as they were kept.
  package func refresh(
    _ context: ScriptContext,
    access: Secret,
    refresh: Secret?,
    extras: JSONObject = JSONObject()
  ) async throws(ScriptError) -> ScriptLoginResult {
    var context = context
    let now = context.effects.now()
    let token = context.lendTokens(access: access, refresh: refresh, extras: extras)
    let outcome = try await run(hook: "refresh", arguments: [token], context: context)
    return try result(of: "refresh", outcome, now)
  }

  private func result(
    of hook: String,
    _ outcome: ScriptOutcome,
    _ now: Timestamp
  ) throws(ScriptError) -> ScriptLoginResult {
    guard let fields = outcome.returned.table?.fields else {
      throw wrongResult(
        of: hook,
        "\(hook) must return { access = …, refresh = …, expires = … }, not \(outcome.returned.kindName)"
      )
    }
    if let unknown = fields.keys.filter({ !Self.tokenFields.contains($0) }).min() {
      throw wrongResult(of: hook, "\(hook) returns an unknown field '\(unknown)'")
    }
    guard let access = fields["access"].flatMap(outcome.secret), !access.isEmpty else {
      let hint =
        outcome.hasTaken ? "; what take cut out of an answer is in its taken, not in its json" : ""
      throw wrongResult(of: hook, "\(hook) returns no access token (field 'access')\(hint)")
    }
    let refresh = fields["refresh"].flatMap(outcome.secret)
    guard fields["refresh"] == nil || refresh != nil else {
      throw wrongResult(of: hook, "\(hook) returns a 'refresh' that is neither a token nor nil")
    }
    for name in ["access", "refresh"] {
      guard let secret = fields[name].flatMap(outcome.boundSecret) else { continue }
      // A stored token goes to all hosts of the descriptor.
      throw wrongResult(
        of: hook,
        "\(hook) returns the secret '\(secret)' as '\(name)', though it is bound to some hosts only"
      )
    }
    var extras = try extras(of: hook, fields)
    extras[Credential.secretPartsName] = try secrets(of: hook, outcome).map { .object($0) }
    return ScriptLoginResult(
      access: access,
      refresh: refresh,
      expiresAt: try expiry(of: hook, fields, now),
      tokenType: try tokenType(of: hook, fields["token_type"]),
      extras: extras
    )
  }

  /// The type as the service names it (RFC 6749 §7.1): a name, or a URI, of one line.
  private func tokenType(of hook: String, _ value: ScriptValue?) throws(ScriptError) -> String {
    guard let value else { return "Bearer" }
    guard case .string = value, let text = value.text, (1...100).contains(text.utf8.count),
      text.utf8.allSatisfy({ ASCII.isTokenCharacter($0) || ":/".utf8.contains($0) })
    else {
      throw wrongResult(of: hook, "\(hook) returns a 'token_type' that is no name such as Bearer")
    }
    return text
  }

  private func expiry(
    of hook: String,
    _ fields: [String: ScriptValue],
    _ now: Timestamp
  ) throws(ScriptError) -> Timestamp? {
    for name in ["expires", "expires_in"] {
      guard let value = fields[name] else { continue }
      let seconds: Int64? =
        switch value {
        case .number(let value): Int64(exactly: value.rounded(.down)) ?? -1
        default: value.wholeNumber
        }
      guard let seconds else {
        let isText = value.text != nil
        throw wrongResult(
          of: hook,
          "\(hook) returns '\(name)' as \(isText ? "text" : value.kindName), not as a number of seconds"
            + (isText ? "; ctx.time(…) reads a date" : "")
        )
      }
      guard (0...Self.latest).contains(seconds) else {
        throw wrongResult(
          of: hook,
          "\(hook) returns '\(name)' that is not a number of seconds (are these milliseconds?)"
        )
      }
      return name == "expires" ? Timestamp(seconds: seconds) : now.adding(seconds)
    }
    return nil
  }

  private func extras(
    of hook: String,
    _ fields: [String: ScriptValue]
  ) throws(ScriptError) -> JSONObject {
    guard let value = fields["extras"] else { return JSONObject() }
    let json = try? ScriptJSON.value(value, at: "extras") { _ in
      throw ScriptJSON.Unwritable(message: "a secret")
    }
    guard let object = json?.object else {
      throw wrongResult(of: hook, "\(hook) returns 'extras' that are not a table of plain data")
    }
    return object
  }

  /// Further secrets that belong to the token, such as the parts of an AWS key, each a handle.
  private func secrets(
    of hook: String,
    _ outcome: ScriptOutcome
  ) throws(ScriptError) -> JSONObject? {
    guard let value = outcome.returned.table?.fields["secrets"] else { return nil }
    guard let table = value.table, table.sequence.isEmpty else {
      throw wrongResult(of: hook, "\(hook) returns 'secrets' that are not a table of names")
    }
    var secrets = JSONObject()
    for (name, value) in table.fields.sorted(by: { $0.key < $1.key }) {
      guard let secret = outcome.secret(value), !secret.isEmpty else {
        throw wrongResult(of: hook, "\(hook) returns no secret as secrets.\(name)")
      }
      if let bound = outcome.boundSecret(value) {
        throw wrongResult(
          of: hook,
          "\(hook) returns the secret '\(bound)' as secrets.\(name), though it is bound to some hosts only"
        )
      }
      secrets[name] = .string(secret.text)
    }
    return secrets
  }
}

extension ScriptContext {
  /// The table of handles that hooks after a login get as their second argument.
  ///
  /// Without a rule the access token may go wherever the script may. Extras are foreign where no script
  /// has made them.
  package mutating func lendTokens(
    access: Secret,
    refresh: Secret?,
    extras: JSONObject = JSONObject(),
    extrasAreForeign: Bool = false,
    accessMayGoTo rule: HostRule? = nil
  ) -> ScriptValue {
    var token = ScriptTable(fields: ["access": lend(access, name: "access", mayGoTo: rule)])
    if let refresh { token.fields["refresh"] = lend(refresh, name: "refresh") }
    var plain = extras
    if let secrets = extras[Credential.secretPartsName]?.object {
      plain[Credential.secretPartsName] = nil
      var table = ScriptTable()
      for member in secrets.members {
        if let text = member.value.string {
          table.fields[member.name] = lend(Secret(text), name: member.name)
        }
      }
      token.fields["secrets"] = .table(table)
    }
    token.fields["extras"] =
      extrasAreForeign ? lend(foreign: plain) : ScriptValue(json: .object(plain))
    return .table(token)
  }

  /// What a provider sent: texts that may be tokens are handles, under whatever name they are kept.
  private mutating func lend(foreign object: JSONObject) -> ScriptValue {
    var table = ScriptTable()
    for member in object.members where !member.value.isNull {
      table.fields[member.name] = lend(foreign: member.value, name: member.name)
    }
    return .table(table)
  }

  private mutating func lend(foreign value: JSONValue, name: String) -> ScriptValue {
    switch value {
    case .object(let object): return lend(foreign: object)
    case .array(let values):
      return .table(ScriptTable(sequence: values.map { lend(foreign: $0, name: name) }))
    case .string(let text) where !SecretFields.shows(text, as: name):
      return lend(Secret(text), name: name)
    default: return ScriptValue(json: value)
    }
  }
}
