import Standards

/// What is sealed as one record: whose it is, when it was written, and the credential.
struct Record {
  var id: AccountID
  var updatedAt: Timestamp
  var credential: Credential

  init(id: AccountID, updatedAt: Timestamp, credential: Credential) {
    self.id = id
    self.updatedAt = updatedAt
    self.credential = credential
  }

  /// The JSON text to seal.
  ///
  /// The names stand inside, because the row outside shows only their keyed hash.
  var bytes: [UInt8] { json.serializedBytes }

  var json: JSONValue {
    var object = JSONObject()
    object["provider"] = .string(id.provider)
    object["account"] = .string(id.name)
    object["updated_at"] = .number(JSONNumber(updatedAt.seconds))
    object["credential"] = CredentialCoding.encode(credential)
    return .object(object)
  }

  /// Wider than what a provider's answer may have, which stands inside.
  private static let limits = JSONLimits(maximumBytes: 64 << 20, maximumDepth: 256)

  init(bytes: [UInt8]) throws(RecordFault) {
    try self.init(Self.value(of: bytes))
  }

  static func value(of bytes: [UInt8]) throws(RecordFault) -> JSONValue {
    do {
      return try JSONReader.read(bytes, limits: limits)
    } catch {
      throw .malformed
    }
  }

  init(_ value: JSONValue) throws(RecordFault) {
    var members = try RecordMembers(value)
    id = AccountID(
      provider: try members.string("provider"),
      name: try members.string("account")
    )
    updatedAt = try members.timestamp("updated_at")
    credential = try members.required("credential", CredentialCoding.decode)
    try members.finish()
  }
}
