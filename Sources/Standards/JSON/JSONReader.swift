/// Reads JSON (RFC 8259) strictly: UTF-8 without a byte order mark, no name twice in an object.
package enum JSONReader {
  /// The one value that `bytes` hold.
  package static func read(
    _ bytes: [UInt8],
    limits: JSONLimits = .standard
  ) throws(JSONError) -> JSONValue {
    guard bytes.count <= limits.maximumBytes else { throw JSONError(.tooLarge, at: 0) }
    guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { throw JSONError(.byteOrderMark, at: 0) }
    var cursor = JSONCursor(bytes: bytes, limits: limits)
    cursor.skipSpace()
    guard cursor.position < bytes.count else { throw JSONError(.empty, at: 0) }
    let value = try cursor.value(depth: 0)
    cursor.skipSpace()
    guard cursor.position == bytes.count else {
      throw JSONError(.trailingBytes, at: cursor.position)
    }
    return value
  }
}

/// A place in a JSON text, and the grammar from there on.
struct JSONCursor {
  let bytes: [UInt8]
  let limits: JSONLimits
  var position = 0

  init(bytes: [UInt8], limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  /// The byte at the position, or 0 at the end: no grammar rule takes a bare 0.
  @inline(__always)
  var current: UInt8 { position < bytes.count ? bytes[position] : 0 }

  @inline(__always)
  mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  mutating func value(depth: Int) throws(JSONError) -> JSONValue {
    switch current {
    case UInt8(ascii: "{"): return .object(try object(depth: depth + 1))
    case UInt8(ascii: "["): return .array(try array(depth: depth + 1))
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"):
      try literal("true")
      return .bool(true)
    case UInt8(ascii: "f"):
      try literal("false")
      return .bool(false)
    case UInt8(ascii: "n"):
      try literal("null")
      return .null
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    default: throw unexpected()
    }
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSONObject {
    try enter(depth: depth)
    var members: [JSONObject.Member] = []
    var names = JSONNameSet()
    skipSpace()
    if current == UInt8(ascii: "}") {
      position += 1
      return JSONObject()
    }
    while true {
      skipSpace()
      guard current == UInt8(ascii: "\"") else { throw unexpected() }
      let start = position
      let name = try string()
      guard names.insert(name, among: members) else { throw JSONError(.duplicateName, at: start) }
      skipSpace()
      guard current == UInt8(ascii: ":") else { throw unexpected() }
      position += 1
      skipSpace()
      members.append(JSONObject.Member(name, try value(depth: depth)))
      skipSpace()
      guard try another(before: UInt8(ascii: "}")) else {
        return JSONObject(uniqueMembers: members)
      }
    }
  }

  private mutating func array(depth: Int) throws(JSONError) -> [JSONValue] {
    try enter(depth: depth)
    var elements: [JSONValue] = []
    skipSpace()
    if current == UInt8(ascii: "]") {
      position += 1
      return elements
    }
    while true {
      skipSpace()
      elements.append(try value(depth: depth))
      skipSpace()
      guard try another(before: UInt8(ascii: "]")) else { return elements }
    }
  }

  private mutating func enter(depth: Int) throws(JSONError) {
    guard depth <= limits.maximumDepth else { throw JSONError(.tooDeep, at: position) }
    position += 1
  }

  /// Takes a comma, or the closing bracket and answers `false`.
  private mutating func another(before close: UInt8) throws(JSONError) -> Bool {
    let byte = current
    guard byte == UInt8(ascii: ",") || byte == close else { throw unexpected() }
    position += 1
    return byte == UInt8(ascii: ",")
  }

  private mutating func literal(_ word: StaticString) throws(JSONError) {
    let start = position
    for letter in word.description.utf8 {
      guard current == letter else { throw JSONError(.badLiteral, at: start) }
      position += 1
    }
  }

  private mutating func number() throws(JSONError) -> JSONNumber {
    let start = position
    if current == UInt8(ascii: "-") { position += 1 }
    if current == UInt8(ascii: "0") {
      position += 1
    } else {
      try digits(from: start)
    }
    if current == UInt8(ascii: ".") {
      position += 1
      try digits(from: start)
    }
    if current | 0x20 == UInt8(ascii: "e") {
      position += 1
      if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
      try digits(from: start)
    }
    guard !ASCII.isDigit(current) else { throw JSONError(.badNumber, at: start) }
    return JSONNumber(validated: String(decoding: bytes[start..<position], as: UTF8.self))
  }

  private mutating func digits(from start: Int) throws(JSONError) {
    guard ASCII.isDigit(current) else { throw JSONError(.badNumber, at: start) }
    while ASCII.isDigit(current) {
      position += 1
    }
  }

  func unexpected() -> JSONError {
    JSONError(position < bytes.count ? .unexpectedByte : .unexpectedEnd, at: position)
  }
}
