/// A parameter of a statement.
enum PostgresValue {
  case integer(Int64)
  case bytes([UInt8])
  case text(String)
  case null

  /// What is sent, and whether it is binary.
  var encoded: (bytes: [UInt8]?, isBinary: Bool) {
    switch self {
    case .integer(let number): (Array(String(number).utf8) + [0], false)
    case .bytes(let bytes): (bytes, true)
    case .text(let text): (Array(text.utf8) + [0], false)
    case .null: (nil, false)
    }
  }
}
