package import Standards

/// What is remembered about refreshing an account beside its record, which a failure never touches.
package struct RefreshNote: Hashable, Sendable {
  /// A refresh that was begun and whose answer has not been stored.
  package struct Intent: Hashable, Sendable {
    package var begun: Timestamp
    /// Tells which refresh token was sent.
    package var token: [UInt8]
  }

  /// The last failures in a row, which say nothing about the credential.
  package struct Failure: Hashable, Sendable {
    package var count: Int
    package var at: Timestamp
    /// Nobody asks the provider again before that time.
    package var notBefore: Timestamp
    /// Whether the provider itself named that time.
    package var isAsked: Bool
    package var code: String
    package var message: String

    package init(
      count: Int,
      at: Timestamp,
      notBefore: Timestamp,
      isAsked: Bool,
      code: String,
      message: String
    ) {
      self.count = count
      self.at = at
      self.notBefore = notBefore
      self.isAsked = isAsked
      self.code = code
      self.message = message
    }
  }

  package let id: AccountID
  package var intent: Intent?
  package var failure: Failure?

  package init(id: AccountID) {
    self.id = id
  }

  /// The same about the account under another name.
  func renamed(_ id: AccountID) -> RefreshNote {
    var note = RefreshNote(id: id)
    note.intent = intent
    note.failure = failure
    return note
  }

  /// The version in a note's associated data; records count from 1, so that neither passes for the other.
  static let version: Int64 = 0

  /// The fingerprint of a refresh token for `Intent.token`.
  package static func fingerprint(of token: Secret) -> [UInt8] {
    KeyedHash.compute(
      key: nil,
      Array("authrun refresh token 1\u{0}".utf8) + token.bytes,
      count: 16
    )
  }

  /// Notes that a refresh with this token begins; an earlier one that was cut off stays on record.
  package mutating func begin(with token: Secret, at now: Timestamp) {
    let fingerprint = Self.fingerprint(of: token)
    if intent?.token != fingerprint { intent = Intent(begun: now, token: fingerprint) }
  }
}

extension RefreshNote {
  /// The JSON text to seal.
  var bytes: [UInt8] {
    var object = JSONObject()
    object["provider"] = .string(id.provider)
    object["account"] = .string(id.name)
    if let intent {
      var members = JSONObject()
      members["begun"] = .number(JSONNumber(intent.begun.seconds))
      members["token"] = .string(Hex.encode(intent.token))
      object["intent"] = .object(members)
    }
    if let failure {
      var members = JSONObject()
      members["count"] = .number(JSONNumber(Int64(failure.count)))
      members["at"] = .number(JSONNumber(failure.at.seconds))
      members["not_before"] = .number(JSONNumber(failure.notBefore.seconds))
      members["asked"] = .bool(failure.isAsked)
      members["code"] = .string(failure.code)
      members["message"] = .string(failure.message)
      object["failure"] = .object(members)
    }
    return object.serializedBytes
  }

  init(bytes: [UInt8]) throws(RecordFault) {
    let value: JSONValue
    do {
      value = try JSONReader.read(bytes)
    } catch {
      throw .malformed
    }
    var members = try RecordMembers(value)
    self.init(
      id: AccountID(
        provider: try members.string("provider"),
        name: try members.string("account")
      )
    )
    intent = try members.optional("intent", Self.intent)
    failure = try members.optional("failure", Self.failure)
    try members.finish()
  }

  private static func intent(_ value: JSONValue) throws(RecordFault) -> Intent {
    var members = try RecordMembers(value)
    let begun = try members.timestamp("begun")
    let text = try members.string("token")
    try members.finish()
    guard let token = try? Hex.decode(text) else { throw .malformed }
    return Intent(begun: begun, token: token)
  }

  private static func flag(_ value: JSONValue) throws(RecordFault) -> Bool {
    guard case .bool(let flag) = value else { throw .malformed }
    return flag
  }

  private static func failure(_ value: JSONValue) throws(RecordFault) -> Failure {
    var members = try RecordMembers(value)
    let failure = Failure(
      count: Int(try members.timestamp("count").seconds),
      at: try members.timestamp("at"),
      notBefore: try members.timestamp("not_before"),
      isAsked: try members.required("asked", Self.flag),
      code: try members.string("code"),
      message: try members.string("message")
    )
    try members.finish()
    return failure
  }
}
