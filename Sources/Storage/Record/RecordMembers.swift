import Standards

/// Why the opened bytes of a record are not a credential; names members, never their values.
enum RecordFault: Error, Hashable {
  /// Not JSON, or not of the shape that every version writes.
  case malformed
  case missing(String)
  case wrongType(String)
  /// A member or a value that a newer version must have written.
  case unknown(String)
}

/// The members of an object, taken out one by one until none may be left.
struct RecordMembers {
  // A list, not a dictionary: there are few, and the hit path does without hashing.
  private var rest: [JSONObject.Member]

  init(_ value: JSONValue) throws(RecordFault) {
    rest = try Self.object(value).members
  }

  /// Fails when a member was not taken.
  func finish() throws(RecordFault) {
    if let member = rest.first { throw .unknown(member.name) }
  }

  mutating func optional<Value>(
    _ name: String,
    _ read: (JSONValue) throws(RecordFault) -> Value
  ) throws(RecordFault) -> Value? {
    guard let index = rest.firstIndex(where: { $0.name == name }) else { return nil }
    do {
      return try read(rest.remove(at: index).value)
    } catch .malformed {
      throw .wrongType(name)
    }
  }

  mutating func required<Value>(
    _ name: String,
    _ read: (JSONValue) throws(RecordFault) -> Value
  ) throws(RecordFault) -> Value {
    guard let value = try optional(name, read) else { throw .missing(name) }
    return value
  }

  mutating func string(_ name: String) throws(RecordFault) -> String {
    try required(name, Self.string)
  }

  mutating func integer(_ name: String) throws(RecordFault) -> Int64 {
    try required(name) { (value) throws(RecordFault) in
      guard case .number(let number) = value, let integer = number.int64 else { throw .malformed }
      return integer
    }
  }

  mutating func strings(_ name: String) throws(RecordFault) -> [String] {
    try required(name) { (value) throws(RecordFault) in
      guard case .array(let elements) = value else { throw .malformed }
      var strings: [String] = []
      for element in elements {
        strings.append(try Self.string(element))
      }
      return strings
    }
  }

  mutating func base64(_ name: String) throws(RecordFault) -> [UInt8] {
    let text = try string(name)
    do throws(Base64Error) {
      return try Base64.decode(text)
    } catch {
      throw .wrongType(name)
    }
  }

  mutating func secret(_ name: String) throws(RecordFault) -> Secret {
    try required(name, SecretCoding.decode)
  }

  mutating func timestamp(_ name: String) throws(RecordFault) -> Timestamp {
    try required(name, Self.timestamp)
  }

  mutating func choice<Choice: RawRepresentable<String>>(
    _ name: String
  ) throws(RecordFault) -> Choice {
    guard let choice = Choice(rawValue: try string(name)) else { throw .unknown(name) }
    return choice
  }

  static func string(_ value: JSONValue) throws(RecordFault) -> String {
    guard case .string(let text) = value else { throw .malformed }
    return text
  }

  static func timestamp(_ value: JSONValue) throws(RecordFault) -> Timestamp {
    guard case .number(let number) = value, let seconds = number.int64 else { throw .malformed }
    return Timestamp(seconds: seconds)
  }

  static func object(_ value: JSONValue) throws(RecordFault) -> JSONObject {
    guard case .object(let object) = value else { throw .malformed }
    return object
  }
}
