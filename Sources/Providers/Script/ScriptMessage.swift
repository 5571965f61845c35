/// Writes values in the guest's encoding; `LuaGuest/message.c` describes it.
struct ScriptMessageWriter {
  private(set) var bytes: [UInt8] = []

  mutating func tag(_ tag: Character) { bytes.append(tag.asciiValue ?? 0) }

  mutating func count(_ value: Int) { integer(UInt32(clamping: value)) }

  mutating func null() { tag("n") }

  /// A field that is declared and has no value; only in a read-only table.
  mutating func absent() { tag("A") }

  mutating func boolean(_ value: Bool) { tag(value ? "t" : "f") }

  mutating func integer(_ value: Int64) {
    tag("i")
    integer(UInt64(bitPattern: value))
  }

  mutating func number(_ value: Double) {
    tag("d")
    integer(value.bitPattern)
  }

  mutating func string(_ value: some Collection<UInt8>) {
    tag("s")
    block(value)
  }

  mutating func string(_ value: String) { string(value.utf8) }

  mutating func url(_ text: String) {
    tag("U")
    block(text.utf8)
  }

  mutating func handle(_ index: UInt32, name: String) {
    tag("H")
    integer(index)
    short(name)
  }

  mutating func hostFunction(_ name: String) {
    tag("C")
    short(name)
  }

  /// A field that raises `failure` when the script reads it.
  mutating func trap(_ failure: [UInt8]) {
    tag("X")
    block(failure)
  }

  /// Starts a list of `items` values; they follow.
  mutating func list(_ items: Int) {
    tag("T")
    count(items)
    count(0)
  }

  /// Starts a table of `fields` fields; each follows as `key` and a value.
  mutating func table(_ fields: Int) {
    tag("T")
    count(0)
    count(fields)
  }

  /// Starts a read-only table, called `label` in messages; its fields follow as in `table`.
  mutating func readOnly(_ label: String, _ fields: Int) {
    tag("P")
    short(label)
    table(fields)
  }

  mutating func key(_ name: String) { block(name.utf8) }

  /// Any value; `name` names a handle.
  mutating func value(_ value: ScriptValue, name: (UInt32) -> String = { _ in "token" }) {
    switch value {
    case .null, .function: null()
    case .boolean(let value): boolean(value)
    case .integer(let value): integer(value)
    case .number(let value): number(value)
    case .string(let value): string(value)
    case .handle(let index): handle(index, name: name(index))
    case .table(let content):
      tag("T")
      count(content.sequence.count)
      count(content.fields.count)
      for item in content.sequence { self.value(item, name: name) }
      for (key, item) in content.fields {
        self.key(key)
        self.value(item, name: name)
      }
    }
  }

  private mutating func block(_ value: some Collection<UInt8>) {
    count(value.count)
    bytes += value
  }

  /// At most 255 bytes, after a length of one byte.
  private mutating func short(_ text: String) {
    let text = text.utf8.prefix(255)
    bytes.append(UInt8(text.count))
    bytes += text
  }

  private mutating func integer(_ value: some FixedWidthInteger) {
    for byte in 0..<(value.bitWidth / 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> (8 * byte)))
    }
  }
}

/// Reads what the guest wrote, or what a helper that its script has taken over sends in its place.
struct ScriptMessageReader {
  /// The message ends early, nests deeper or has a tag that the guest never writes.
  struct Malformed: Error {}

  /// A little deeper than the guest's own limit.
  private static let deepest = 50

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0
  /// How many more values may come.
  private(set) var valuesLeft: Int

  init(_ bytes: [UInt8], atMost values: Int = .max) {
    self.bytes = bytes
    valuesLeft = values
  }

  mutating func value() throws(Malformed) -> ScriptValue {
    guard valuesLeft > 0 else { throw Malformed() }
    valuesLeft -= 1
    switch try byte() {
    case UInt8(ascii: "n"): return .null
    case UInt8(ascii: "t"): return .boolean(true)
    case UInt8(ascii: "f"): return .boolean(false)
    case UInt8(ascii: "i"): return .integer(Int64(bitPattern: try integer(UInt64.self)))
    case UInt8(ascii: "d"): return .number(Double(bitPattern: try integer(UInt64.self)))
    case UInt8(ascii: "s"): return .string(Array(try block()))
    case UInt8(ascii: "F"): return .function
    case UInt8(ascii: "H"): return .handle(try integer(UInt32.self))
    case UInt8(ascii: "T"): return .table(try table())
    default: throw Malformed()
    }
  }

  private mutating func table() throws(Malformed) -> ScriptTable {
    guard depth < Self.deepest else { throw Malformed() }
    depth += 1
    defer { depth -= 1 }
    let items = try integer(UInt32.self)
    let fields = try integer(UInt32.self)
    // Each takes a byte at least; a count that cannot be true reserves nothing.
    guard Int(items) + Int(fields) <= bytes.count - position else { throw Malformed() }
    var table = ScriptTable()
    for _ in 0..<items { table.sequence.append(try value()) }
    if fields > 0 { table.fields.reserveCapacity(Int(fields)) }
    for _ in 0..<fields {
      let key = String(decoding: try block(), as: UTF8.self)
      table.fields[key] = try value()
    }
    return table
  }

  private mutating func byte() throws(Malformed) -> UInt8 {
    guard position < bytes.count else { throw Malformed() }
    defer { position += 1 }
    return bytes[position]
  }

  private mutating func block() throws(Malformed) -> ArraySlice<UInt8> {
    let count = Int(try integer(UInt32.self))
    guard count <= bytes.count - position else { throw Malformed() }
    defer { position += count }
    return bytes[position..<position + count]
  }

  private mutating func integer<Value: FixedWidthInteger>(
    _ type: Value.Type
  ) throws(Malformed) -> Value {
    let count = Value.bitWidth / 8
    guard count <= bytes.count - position else { throw Malformed() }
    var value: Value = 0
    for index in 0..<count {
      value |= Value(truncatingIfNeeded: bytes[position + index]) << (8 * index)
    }
    position += count
    return value
  }
}
