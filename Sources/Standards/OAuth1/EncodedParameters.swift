/// Parameters in encoded form (RFC 5849 §3.6), all in one buffer, so that signing allocates little.
struct EncodedParameters {
  /// Where one pair stands in the buffer: the name, then the value.
  struct Entry {
    let start: Int
    let nameEnd: Int
    let end: Int
    /// The first eight bytes of the name as a number: unequal numbers decide the order.
    let prefix: UInt64
    let isProtocol: Bool
  }

  let bytes: [UInt8]
  let entries: [Entry]

  /// Collects pairs into a buffer of `capacity` bytes, which must hold all that is appended.
  init(
    capacity: Int,
    _ collect: (inout OutputSpan<UInt8>, inout [Entry]) throws(OAuth1Error) -> Void
  ) throws(OAuth1Error) {
    var entries: [Entry] = []
    entries.reserveCapacity(16)
    bytes = try [UInt8](capacity: capacity) {
      (output: inout OutputSpan<UInt8>) throws(OAuth1Error) in
      try collect(&output, &entries)
    }
    self.entries = entries
  }

  /// Encodes decoded pairs.
  init(_ parameters: Parameters) {
    var entries: [Entry] = []
    bytes = [UInt8](capacity: Self.size(parameters)) { (output: inout OutputSpan<UInt8>) in
      for pair in parameters.pairs {
        Self.append(pair, to: &output, &entries)
      }
    }
    self.entries = entries
  }

  /// The most bytes that encoded pairs can take.
  static func size(_ parameters: Parameters) -> Int {
    parameters.pairs.reduce(0) { $0 + ($1.name.count + $1.value.count) * 3 }
  }

  /// Encodes a protocol parameter whose name needs no encoding.
  static func append(
    _ name: String,
    _ value: String,
    to output: inout OutputSpan<UInt8>,
    _ entries: inout [Entry]
  ) {
    append(name, output: &output, &entries) { output in
      for byte in value.utf8 { appendEncoded(byte, to: &output) }
    }
  }

  /// Encodes a protocol parameter whose value is bytes.
  static func append(
    _ name: String,
    _ value: [UInt8],
    to output: inout OutputSpan<UInt8>,
    _ entries: inout [Entry]
  ) {
    append(name, output: &output, &entries) { output in
      for byte in value { appendEncoded(byte, to: &output) }
    }
  }

  @inline(__always)
  private static func append(
    _ name: String,
    output: inout OutputSpan<UInt8>,
    _ entries: inout [Entry],
    _ value: (inout OutputSpan<UInt8>) -> Void
  ) {
    let start = output.count
    var prefix: UInt64 = 0
    var shift: UInt64 = 56
    for byte in name.utf8 {
      output.append(byte)
      if output.count - start <= 8 {
        prefix |= UInt64(byte) << shift
        shift &-= 8
      }
    }
    let nameEnd = output.count
    value(&output)
    entries.append(
      Entry(
        start: start,
        nameEnd: nameEnd,
        end: output.count,
        prefix: prefix,
        isProtocol: true
      )
    )
  }

  /// Encodes a decoded pair.
  static func append(
    _ pair: Parameter,
    to output: inout OutputSpan<UInt8>,
    _ entries: inout [Entry],
    isProtocol: Bool = false
  ) {
    let start = output.count
    for byte in pair.name { appendEncoded(byte, to: &output) }
    let nameEnd = output.count
    for byte in pair.value { appendEncoded(byte, to: &output) }
    finish(start, nameEnd, output, &entries, isProtocol: isProtocol)
  }

  /// Takes pairs in form encoding over into this one: only `&` splits, `+` is a space.
  static func append(
    form: [UInt8],
    in place: OAuth1Error.Place,
    to output: inout OutputSpan<UInt8>,
    _ entries: inout [Entry]
  ) throws(OAuth1Error) {
    var reader = FormReader(form)
    while !reader.isAtEnd {
      guard !reader.skipSeparator() else { continue }
      let start = output.count
      reader.beginPair()
      var isSound = reader.copyComponent(endingAt: UInt8(ascii: "="), to: &output)
      let nameEnd = output.count
      if isSound, reader.skipEquals() {
        isSound = reader.copyComponent(endingAt: nil, to: &output)
      }
      guard isSound else { throw .malformedEscape(place, name: reader.pairName) }
      if reader.pairHasHighBytes, !isUTF8(output, start..<nameEnd, nameEnd..<output.count) {
        throw .notUTF8(place, name: reader.pairName)
      }
      finish(start, nameEnd, output, &entries, isProtocol: false)
    }
  }

  @inline(__always)
  static func appendEncoded(_ byte: UInt8, to output: inout OutputSpan<UInt8>) {
    guard !ASCII.isUnreserved(byte) else {
      output.append(byte)
      return
    }
    output.append(UInt8(ascii: "%"))
    output.append(ASCII.upperHexDigit(byte >> 4))
    output.append(ASCII.upperHexDigit(byte & 15))
  }

  private static func finish(
    _ start: Int,
    _ nameEnd: Int,
    _ output: borrowing OutputSpan<UInt8>,
    _ entries: inout [Entry],
    isProtocol: Bool
  ) {
    let span = output.span
    var prefix: UInt64 = 0
    for index in start..<min(nameEnd, start + 8) {
      prefix |= UInt64(span[index]) << UInt64(56 - 8 * (index - start))
    }
    entries.append(
      Entry(
        start: start,
        nameEnd: nameEnd,
        end: output.count,
        prefix: prefix,
        isProtocol: isProtocol
      )
    )
  }

  private static func isUTF8(
    _ output: borrowing OutputSpan<UInt8>,
    _ parts: Range<Int>...
  ) -> Bool {
    let span = output.span
    for part in parts {
      let encoded = part.map { span[$0] }
      guard let decoded = try? PercentEncoding.decode(encoded),
        String(validating: decoded, as: UTF8.self) != nil
      else { return false }
    }
    return true
  }

  /// The pairs sorted by name, then by value, each by its encoded bytes (RFC 5849 §3.4.1.3.2).
  func sorted() -> [Entry] {
    entries.sorted { left, right in
      if left.prefix != right.prefix { return left.prefix < right.prefix }
      switch order(left.start..<left.nameEnd, right.start..<right.nameEnd) {
      case 0: return order(left.nameEnd..<left.end, right.nameEnd..<right.end) < 0
      case let order: return order < 0
      }
    }
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
      && order(left.start..<left.nameEnd, right.start..<right.nameEnd) == 0
  }

  private func name(of entry: Entry) -> String {
    String(decoding: bytes[entry.start..<entry.nameEnd], as: UTF8.self)
  }
}
