/// Parameters encoded twice (RFC 5849 §3.6, §3.4.1.1), all in one buffer, as a base string has them.
///
/// The second encoding turns `%` into `%25` and nothing else, so that it keeps the order of the first.
struct EncodedParameters {
  /// Where one pair stands in the buffer: the name, `%3D`, the value.
  struct Entry {
    let start: Int
    let nameEnd: Int
    let end: Int

    var name: Range<Int> { start..<nameEnd }
    var value: Range<Int> { (nameEnd + 3)..<end }
    /// The first eight bytes of the name as a number: unequal numbers decide the order.
    let prefix: UInt64
    let isProtocol: Bool
    /// Whether the value holds no escape, and so reads the same however often it is encoded.
    let isPlain: Bool
  }

  let bytes: [UInt8]
  let entries: [Entry]

  /// Collects pairs behind those that were prepared, in a buffer with room for `capacity` bytes more.
  init(
    after first: Prepared,
    capacity: Int,
    _ collect: (inout ByteWriter, inout [Entry]) throws(OAuth1Error) -> Void
  ) throws(OAuth1Error) {
    var entries: [Entry] = []
    entries.reserveCapacity(16)
    entries += first.entries
    let prepared = first.bytes.bytes
    bytes = try ByteWriter.bytes(capacity: capacity + prepared.count) {
      (output: inout ByteWriter) throws(OAuth1Error) in
      output.append(prepared.span, 0..<prepared.count)
      try collect(&output, &entries)
    }
    self.entries = entries
  }

  /// Protocol parameters that live as long as their signer; a token is among them.
  struct Prepared: Sendable {
    fileprivate let bytes: Secret
    fileprivate let entries: [Entry]

    init(_ parameters: Parameters) {
      let encoded = EncodedParameters(parameters, areProtocol: true)
      bytes = Secret(encoded.bytes)
      entries = encoded.entries
    }
  }

  /// Encodes decoded pairs.
  init(_ parameters: Parameters) {
    self.init(parameters, areProtocol: false)
  }

  private init(_ parameters: Parameters, areProtocol: Bool) {
    var entries: [Entry] = []
    bytes = ByteWriter.bytes(capacity: Self.size(parameters)) { (output: inout ByteWriter) in
      for pair in parameters.pairs {
        Self.append(pair, to: &output, &entries, isProtocol: areProtocol)
      }
    }
    self.entries = entries
  }

  /// The most bytes that one byte and the joint of a pair can take.
  static let growth = 5
  static let joint = 3

  /// The most bytes that encoded pairs can take.
  static func size(_ parameters: Parameters) -> Int {
    parameters.pairs.reduce(0) { $0 + ($1.name.count + $1.value.count) * growth + joint }
  }

  /// Encodes a protocol parameter whose name needs no encoding.
  static func append(
    _ name: StaticString,
    _ value: String,
    to output: inout ByteWriter,
    _ entries: inout [Entry]
  ) {
    let start = output.count
    output.append(name)
    let nameEnd = output.count
    output.append("%3D")
    ByteWriter.forEachByte(of: value) { appendEncoded($0, to: &output) }
    finish(start, nameEnd, output, &entries, isProtocol: true)
  }

  /// Encodes a decoded pair.
  static func append(
    _ pair: Parameter,
    to output: inout ByteWriter,
    _ entries: inout [Entry],
    isProtocol: Bool = false
  ) {
    let start = output.count
    for byte in pair.name { appendEncoded(byte, to: &output) }
    let nameEnd = output.count
    output.append("%3D")
    for byte in pair.value { appendEncoded(byte, to: &output) }
    finish(start, nameEnd, output, &entries, isProtocol: isProtocol)
  }

  /// Takes pairs in form encoding over into this one: only `&` splits, `+` is a space.
  static func append(
    form: [UInt8],
    in place: OAuth1Error.Place,
    to output: inout ByteWriter,
    _ entries: inout [Entry]
  ) throws(OAuth1Error) {
    var reader = FormReader(form)
    while !reader.isAtEnd {
      guard !reader.skipSeparator() else { continue }
      let start = output.count
      reader.beginPair()
      var isSound = reader.copyComponent(endingAt: UInt8(ascii: "="), to: &output)
      let nameEnd = output.count
      output.append("%3D")
      if isSound, reader.skipEquals() {
        isSound = reader.copyComponent(endingAt: nil, to: &output)
      }
      guard isSound else { throw .malformedEscape(place, name: reader.pairName) }
      if reader.pairHasHighBytes, !isUTF8(output, start..<nameEnd, (nameEnd + joint)..<output.count)
      {
        throw .notUTF8(place, name: reader.pairName)
      }
      finish(start, nameEnd, output, &entries, isProtocol: false)
    }
  }

  @inline(__always)
  static func appendEncoded(_ byte: UInt8, to output: inout ByteWriter) {
    guard !ASCII.isUnreserved(byte) else {
      output.append(byte)
      return
    }
    output.append("%25")
    output.append(ASCII.upperHexDigit(byte >> 4))
    output.append(ASCII.upperHexDigit(byte & 15))
  }

  private static func finish(
    _ start: Int,
    _ nameEnd: Int,
    _ output: borrowing ByteWriter,
    _ entries: inout [Entry],
    isProtocol: Bool
  ) {
    var prefix: UInt64 = 0
    var index = start
    while index < nameEnd, index &- start < 8 {
      prefix |= UInt64(output.byte(at: index)) &<< UInt64(56 &- 8 &* (index &- start))
      index &+= 1
    }
    entries.append(
      Entry(
        start: start,
        nameEnd: nameEnd,
        end: output.count,
        prefix: prefix,
        isProtocol: isProtocol,
        isPlain: isProtocol && isPlain(output, nameEnd &+ joint)
      )
    )
  }

  private static func isPlain(_ output: borrowing ByteWriter, _ start: Int) -> Bool {
    for index in start..<output.count where output.byte(at: index) == UInt8(ascii: "%") {
      return false
    }
    return true
  }

  private static func isUTF8(
    _ output: borrowing ByteWriter,
    _ parts: Range<Int>...
  ) -> Bool {
    for part in parts {
      let encoded = part.map { output.byte(at: $0) }
      guard let decoded = decoded(encoded),
        String(validating: decoded, as: UTF8.self) != nil
      else { return false }
    }
    return true
  }

  /// Undoes both encodings; `nil` for what is not encoded twice.
  private static func decoded(_ encoded: some Collection<UInt8>) -> [UInt8]? {
    guard let once = try? PercentEncoding.decode(encoded) else { return nil }
    return try? PercentEncoding.decode(once)
  }

  /// A pair as it was before it was encoded.
  func decoded(_ entry: Entry) -> Parameter {
    // The bytes were encoded by this type, so that decoding cannot fail.
    Parameter(
      name: Self.decoded(bytes[entry.name]) ?? [],
      value: Self.decoded(bytes[entry.value]) ?? []
    )
  }

  /// Writes a part of the buffer in the form that is encoded once.
  @inline(__always)
  func appendOnce(_ part: Range<Int>, to output: inout ByteWriter) {
    let span = bytes.span
    var index = part.lowerBound
    while index < part.upperBound {
      let byte = span[index]
      output.append(byte)
      index &+= byte == UInt8(ascii: "%") ? 3 : 1
    }
  }

  /// The pairs sorted by name, then by value, each by its encoded bytes (RFC 5849 §3.4.1.3.2).
  func sorted() -> [Entry] {
    var sorted = entries
    guard sorted.count <= 24 else {
      sorted.sort { isBefore($0, $1) }
      return sorted
    }
    for next in sorted.indices.dropFirst() {
      let entry = sorted[next]
      var place = next
      while place > 0, isBefore(entry, sorted[place - 1]) {
        sorted[place] = sorted[place - 1]
        place -= 1
      }
      sorted[place] = entry
    }
    return sorted
  }

  @inline(__always)
  private func isBefore(_ left: Entry, _ right: Entry) -> Bool {
    if left.prefix != right.prefix { return left.prefix < right.prefix }
    let names = order(left.name, right.name)
    return names == 0 ? order(left.value, right.value) < 0 : names < 0
  }

  /// Negative, zero or positive as the left bytes stand before, with or after the right ones.
  private func order(_ left: Range<Int>, _ right: Range<Int>) -> Int {
    var index = left.lowerBound
    var other = right.lowerBound
    while index < left.upperBound, other < right.upperBound {
      let difference = Int(bytes[index]) - Int(bytes[other])
      guard difference == 0 else { return difference }
      index += 1
      other += 1
    }
    return left.count - right.count
  }

  /// Throws where a protocol parameter stands twice, or a signature stands in the request already.
  func refuseRepetition(in sorted: [Entry]) throws(OAuth1Error) {
    var previous: Entry?
    for entry in sorted {
      if let previous, previous.isProtocol || entry.isProtocol, hasSameName(previous, entry) {
        throw .repeatedParameter(name(of: entry))
      }
      if entry.nameEnd - entry.start == 15, entry.prefix == Self.oauthSiPrefix,
        name(of: entry) == "oauth_signature"
      {
        throw .repeatedParameter("oauth_signature")
      }
      previous = entry
    }
  }

  /// The prefix of `oauth_signature`: `oauth_si`.
  private static let oauthSiPrefix: UInt64 = 0x6F61_7574_685F_7369

  private func hasSameName(_ left: Entry, _ right: Entry) -> Bool {
    left.prefix == right.prefix
      && order(left.name, right.name) == 0
  }

  private func name(of entry: Entry) -> String {
    // An error shows the name encoded once.
    String(decoding: (try? PercentEncoding.decode(bytes[entry.name])) ?? [], as: UTF8.self)
  }
}
