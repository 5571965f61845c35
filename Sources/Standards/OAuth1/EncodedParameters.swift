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

  private(set) var bytes: [UInt8] = []
  private(set) var entries: [Entry] = []

  /// Makes room for `size` bytes.
  init(capacity size: Int) {
    bytes.reserveCapacity(size)
    entries.reserveCapacity(16)
  }

  /// Encodes a protocol parameter.
  mutating func appendProtocol(_ name: StaticName, _ value: some Sequence<UInt8>) {
    let start = bytes.count
    bytes.append(contentsOf: name.text.utf8)
    let nameEnd = bytes.count
    PercentEncoding.append(value, to: &bytes)
    finish(start, nameEnd, isProtocol: true)
  }

  /// A name that needs no encoding.
  struct StaticName {
    let text: String

    static let consumerKey = StaticName(text: "oauth_consumer_key")
    static let token = StaticName(text: "oauth_token")
    static let method = StaticName(text: "oauth_signature_method")
    static let timestamp = StaticName(text: "oauth_timestamp")
    static let nonce = StaticName(text: "oauth_nonce")
    static let version = StaticName(text: "oauth_version")
    static let bodyHash = StaticName(text: "oauth_body_hash")
  }

  /// Encodes a decoded pair.
  mutating func append(_ pair: Parameter, isProtocol: Bool = false) {
    let start = bytes.count
    PercentEncoding.append(pair.name, to: &bytes)
    let nameEnd = bytes.count
    PercentEncoding.append(pair.value, to: &bytes)
    finish(start, nameEnd, isProtocol: isProtocol)
  }

  /// Takes pairs in form encoding over into this one: only `&` splits, `+` is a space.
  mutating func append(
    form: some Collection<UInt8>,
    in place: OAuth1Error.Place
  ) throws(OAuth1Error) {
    var reader = FormReader(form)
    while !reader.isAtEnd {
      guard !reader.skipSeparator() else { continue }
      let start = bytes.count
      reader.beginPair()
      var isSound = reader.copyComponent(endingAt: UInt8(ascii: "="), to: &bytes)
      let nameEnd = bytes.count
      if isSound, reader.skipEquals() {
        isSound = reader.copyComponent(endingAt: nil, to: &bytes)
      }
      guard isSound else { throw .malformedEscape(place, name: reader.pairName) }
      if reader.pairHasHighBytes, !Self.isUTF8(bytes[start..<nameEnd], bytes[nameEnd...]) {
        throw .notUTF8(place, name: reader.pairName)
      }
      finish(start, nameEnd, isProtocol: false)
    }
  }

  private mutating func finish(_ start: Int, _ nameEnd: Int, isProtocol: Bool) {
    var prefix: UInt64 = 0
    for index in start..<min(nameEnd, start + 8) {
      prefix |= UInt64(bytes[index]) << UInt64(56 - 8 * (index - start))
    }
    entries.append(
      Entry(
        start: start,
        nameEnd: nameEnd,
        end: bytes.count,
        prefix: prefix,
        isProtocol: isProtocol
      )
    )
  }

  private static func isUTF8(_ parts: ArraySlice<UInt8>...) -> Bool {
    parts.allSatisfy { part in
      guard let decoded = try? PercentEncoding.decode(part) else { return false }
      return String(validating: decoded, as: UTF8.self) != nil
    }
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
      if bytes[entry.start..<entry.nameEnd].elementsEqual("oauth_signature".utf8) {
        throw .repeatedParameter("oauth_signature")
      }
      previous = entry
    }
  }

  private func hasSameName(_ left: Entry, _ right: Entry) -> Bool {
    left.prefix == right.prefix
      && order(left.start..<left.nameEnd, right.start..<right.nameEnd) == 0
  }

  private func name(of entry: Entry) -> String {
    String(decoding: bytes[entry.start..<entry.nameEnd], as: UTF8.self)
  }
}
