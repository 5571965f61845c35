import Login
import Standards

/// The objects of design §5 that describe a credential; their members are complete and stable.
enum CredentialOutput {
  /// `{"provider","account","scopes","expires_at"|null,"identity"?}`.
  static func login(_ outcome: LoginOutcome) -> JSONValue {
    .object(login(outcome.account, outcome.credential))
  }

  /// The same for an account whose token was renewed.
  static func login(_ account: AccountID, _ credential: Credential) -> JSONObject {
    var object = JSONObject([
      ("provider", .string(account.provider)),
      ("account", .string(account.name)),
      ("scopes", .texts(credential.grantedScopes)),
      ("expires_at", .time(credential.expiresAt)),
    ])
    if let identity = credential.identity { object["identity"] = Self.identity(identity) }
    return object
  }

  /// The members that are known; ids are strings, with every digit.
  static func identity(_ identity: Identity) -> JSONValue {
    var object = JSONObject()
    for (name, value) in [
      ("id", identity.id), ("login", identity.login), ("name", identity.name),
      ("email", identity.email),
    ] {
      if let value { object[name] = .string(value) }
    }
    return .object(object)
  }

  /// A row of `accounts --json`.
  static func account(_ status: AccountStatus) -> JSONValue {
    var object = JSONObject([
      ("provider", .string(status.account.provider)),
      ("account", .string(status.account.name)),
      ("kind", .string(status.kind.rawValue)),
      ("scopes", .texts(status.grantedScopes)),
      ("expires_at", .time(status.expiresAt)),
      ("refreshable", .bool(status.isRenewable)),
      ("updated_at", .time(status.updatedAt)),
      ("default", .bool(status.isDefault)),
      ("login_needed", .bool(false)),
    ])
    if case .loginNeeded(let reason, _) = status.standing {
      object["login_needed"] = .bool(true)
      object["reason"] = .string(reason)
    }
    if case .loginNeeded(let reason, let time) = status.standing {
      object["last_error"] = lastError(time, "login_needed", reason, mayPass: false)
    } else if let failure = status.failure {
      object["last_error"] = lastError(failure.at, failure.code, failure.message, mayPass: true)
    }
    if let identity = status.identity { object["identity"] = Self.identity(identity) }
    return .object(object)
  }

  /// `{"at","code","message","transient"}`.
  private static func lastError(
    _ time: Timestamp,
    _ code: String,
    _ message: String,
    mayPass: Bool
  ) -> JSONValue {
    .object(
      JSONObject([
        ("at", .time(time)), ("code", .string(code)), ("message", .string(message)),
        ("transient", .bool(mayPass)),
      ])
    )
  }

  /// Who an account is, in one short text.
  static func who(_ identity: Identity?) -> String {
    guard let identity else { return "" }
    // Accounts of earlier versions may have names that are empty.
    let names = [identity.name, identity.login, identity.email].compactMap(\.self)
      .filter { !$0.isEmpty }
    guard let first = names.first else { return identity.id ?? "" }
    guard names.count > 1, names[1] != first else { return first }
    return "\(first) (\(names[1]))"
  }
}

extension Credential {
  /// Why no one header carries the token, where none does.
  var headerObstacle: String {
    switch (kind, presentation) {
    case (.oauth1, _): "an OAuth 1.0a request is signed as a whole; no header serves for all"
    case (_, .signed): "this provider's script signs each request; no header serves for all"
    default: "this provider takes the token in the URL, not in a header"
    }
  }
}
