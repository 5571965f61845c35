package import Standards
import Storage

/// A login that was begun, as the one who began it is told.
package struct BegunLogin: Sendable {
  package let id: String
  package let account: AccountID
  package let destination: LoginDestination
  package let expiresAt: Timestamp
}

/// Where the user of a login is sent.
package enum LoginDestination: Hashable, Sendable {
  /// To a page whose answer is brought back by `capture`, `paste` or `pin`.
  case page(url: URI, redirectURI: String, capture: String)
  /// To any device, where `code` is typed at `url`; `complete` has it typed already (RFC 8628 §3.3).
  case device(code: String, url: URI, complete: URI?)
}

/// What came of beginning a login.
package enum LoginBeginning: Sendable {
  /// The user has to visit an address.
  case begun(BegunLogin)
  /// The provider needed nothing of the user.
  case done(LoginOutcome)
}

/// A login that was begun, as the vault keeps it: sealed, until it is finished or over.
struct PendingLogin: Sendable {
  var request: LoginRequest
  /// Variables that options were given in; part of the environment when the login is taken up.
  var variables: [String: String]
  var answers: [Secret?]
  var recording: LoginRecording
  /// Whether the provider is asked for the answer, which nobody brings (RFC 8628 §3.4).
  var isElsewhere = false
  var expiresAt: Timestamp

  /// Names no provider, so that no account can be in its place.
  private static let place = "authrun:login"

  static func entryID(_ id: String) -> AccountID { AccountID(provider: place, name: id) }

  func entry(_ id: String) -> VaultEntry {
    var members = JSONObject()
    members["provider"] = .string(request.provider)
    members["account"] = request.account.map { .string($0) }
    members["scopes"] = .array(request.scopes.map { .string($0) })
    members["options"] = Self.texts(request.options)
    members["capture"] = request.capture.map { .string($0) }
    members["redirect_uri"] = request.redirectURI.map { .string($0) }
    members["variables"] = Self.texts(variables)
    members["answers"] = .array(
      answers.map { $0.map { .string(Base64.encode($0.bytes)) } ?? .null }
    )
    members["recording"] = recording.json
    if isElsewhere { members["elsewhere"] = .bool(true) }
    members["expires_at"] = .integer(expiresAt.seconds)
    return VaultEntry(id: Self.entryID(id), members: members)
  }

  /// `nil` for what this version did not write.
  init?(_ entry: VaultEntry) {
    guard entry.id.provider == Self.place else { return nil }
    let value = JSONValue.object(entry.members)
    guard let provider = value["provider"]?.string, let options = Self.texts(value["options"]),
      let variables = Self.texts(value["variables"]), let scopes = value["scopes"]?.array,
      let answers = value["answers"]?.array, let end = value["expires_at"]?.int64,
      let recording = LoginRecording(value["recording"])
    else { return nil }
    request = LoginRequest(provider: provider)
    request.account = value["account"]?.string
    request.scopes = scopes.compactMap(\.string)
    request.options = options
    request.capture = value["capture"]?.string
    request.redirectURI = value["redirect_uri"]?.string
    self.variables = variables
    self.answers = answers.map { answer in
      answer.string.flatMap { try? Base64.decode($0) }.map { Secret($0) }
    }
    self.recording = recording
    isElsewhere = value["elsewhere"] == .bool(true)
    expiresAt = Timestamp(seconds: end)
  }

  init(
    request: LoginRequest,
    variables: [String: String],
    answers: [Secret?],
    recording: LoginRecording,
    isElsewhere: Bool = false,
    expiresAt: Timestamp
  ) {
    self.request = request
    self.variables = variables
    self.answers = answers
    self.recording = recording
    self.isElsewhere = isElsewhere
    self.expiresAt = expiresAt
  }

  private static func texts(_ texts: [String: String]) -> JSONValue {
    .object(JSONObject(texts.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
  }

  private static func texts(_ value: JSONValue?) -> [String: String]? {
    guard let object = value?.object else { return nil }
    var texts: [String: String] = [:]
    for member in object.members { texts[member.name] = member.value.string }
    return texts
  }
}
