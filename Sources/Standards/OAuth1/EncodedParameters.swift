/// Parameters encoded twice (RFC 5849 §3.6, §3.4.1.1), as a base string has them.
///
/// The second encoding turns `%` into `%25` and nothing else, so that it keeps the order of the first. The
/// pairs lie in memory that is lent for one signature.
@safe
struct EncodedParameters: ~Copyable {
  /// Where one pair stands in the text: the name, `%3D`, the value.
  struct Entry: Sendable {
    let start: Int
    let nameEnd: Int
    let end: Int
    /// The first eight bytes of the name as a number: unequal numbers decide the order.
    let prefix: UInt64
    var isProtocol: Bool

    var asProtocol: Entry {
      var entry = self
      entry.isProtocol = true
      return entry
    }

    var name: Range<Int> { start..<nameEnd }
    var value: Range<Int> { (nameEnd + EncodedParameters.joint)..<end }
  }

  /// The most bytes that one byte can take, and those between a name and its value.
  static let growth = 5
  static let joint = 3

  private(set) var text: ByteWriter
  private let memory: UnsafeMutableBufferPointer<Entry>
  private(set) var count = 0

  @unsafe
  @inline(__always)
  private init(_ text: consuming ByteWriter, _ memory: UnsafeMutableBufferPointer<Entry>) {
    self.text = text
    unsafe self.memory = memory
  }

  /// Lends memory for so many bytes and pairs.
  @inline(__always)
  static func with<Result, Failure: Error>(
    bytes: Int,
    pairs: Int,
    _ body: (inout EncodedParameters) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes) {
      (text) throws(Failure) in
      try unsafe withUnsafeTemporaryAllocation(of: Entry.self, capacity: pairs) {
        (memory) throws(Failure) in
        var parameters = unsafe EncodedParameters(ByteWriter(text), memory)
        return try body(&parameters)
      }
    }
  }

  /// Lends memory that decoded pairs fill.
  static func with<Result>(
    _ parameters: Parameters,
    _ body: (inout EncodedParameters) -> Result
  ) -> Result {
    with(bytes: size(parameters), pairs: parameters.pairs.count) { encoded in
      for pair in parameters.pairs { encoded.append(pair, isProtocol: false) }
      return body(&encoded)
    }
  }

  /// The most bytes that encoded pairs can take.
  static func size(_ parameters: Parameters) -> Int {
    parameters.pairs.reduce(0) { $0 + ($1.name.count + $1.value.count) * growth + joint }
  }

  subscript(index: Int) -> Entry {
    @inline(__always)
    get {
      precondition(index >= 0 && index < count)
      return unsafe memory[index]
    }
  }

  /// Encodes a protocol parameter whose name needs no encoding.
  @inline(__always)
  mutating func append(_ name: StaticString, _ value: String) {
    let start = text.count
    text.append(name)
    let nameEnd = beginValue()
    value.withBytes { text.appendEncodedTwice($0) }
    finish(start, nameEnd, isProtocol: true)
  }

  /// Adds a protocol parameter that is a number.
  @inline(__always)
  mutating func append(_ name: StaticString, _ value: Int64) {
    let start = text.count
    text.append(name)
    let nameEnd = beginValue()
    text.append(value)
    finish(start, nameEnd, isProtocol: true)
  }

  /// Encodes a decoded pair.
  mutating func append(_ pair: Parameter, isProtocol: Bool) {
    let start = text.count
    text.appendEncodedTwice(pair.name.span)
    let nameEnd = beginValue()
    text.appendEncodedTwice(pair.value.span)
    finish(start, nameEnd, isProtocol: isProtocol)
  }

  /// Adds pairs that were encoded before, as the first ones.
  @inline(__always)
  mutating func append(_ encoded: borrowing Span<UInt8>, entries: [Entry]) {
    precondition(count == 0 && text.count == 0)
    text.append(encoded, 0..<encoded.count)
    for entry in entries { add(entry) }
  }

  /// Takes a name or a value of a form over, up to the end of the pair or to `end` before it.
  @inline(__always)
  mutating func appendComponent(
    of form: Span<UInt8>,
    from index: inout Int,
    until end: UInt8
  ) -> ByteWriter.FormComponent {
    text.appendComponent(of: form, from: &index, until: end)
  }

  @inline(__always)
  mutating func beginValue() -> Int {
    let nameEnd = text.count
    text.append(UInt8(ascii: "%"), UInt8(ascii: "3"), UInt8(ascii: "D"))
    return nameEnd
  }

  @inline(__always)
  mutating func finish(_ start: Int, _ nameEnd: Int, isProtocol: Bool) {
    add(
      Entry(
        start: start,
        nameEnd: nameEnd,
        end: text.count,
        prefix: text.prefix(start..<nameEnd),
        isProtocol: isProtocol
      )
    )
  }

  @inline(__always)
  private mutating func add(_ entry: Entry) {
    unsafe precondition(count < memory.count)
    unsafe (memory.baseAddress.unsafelyUnwrapped + count).initialize(to: entry)
    count &+= 1
  }

  /// Sorts by name, then by value, each by its encoded bytes (RFC 5849 §3.4.1.3.2).
  mutating func sort() {
    guard count <= 24 else {
      var entries = (0..<count).map { self[$0] }
      entries.sort { isBefore($0, $1) }
      for index in entries.indices { unsafe memory[index] = entries[index] }
      return
    }
    var next = 1
    while next < count {
      let entry = self[next]
      var place = next
      while place > 0, isBefore(entry, self[place &- 1]) { place &-= 1 }
      if place < next {
        let target = unsafe memory.baseAddress.unsafelyUnwrapped + place
        unsafe (target + 1).update(from: target, count: next &- place)
        unsafe target.pointee = entry
      }
      next &+= 1
    }
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
      let difference = Int(text.byte(at: index)) - Int(text.byte(at: other))
      guard difference == 0 else { return difference }
      index += 1
      other += 1
    }
    return left.count - right.count
  }

  /// Throws where a protocol parameter stands twice, or a signature stands in the request already.
  ///
  /// The pairs must be sorted.
  @inline(__always)
  func refuseRepetition() throws(OAuth1Error) {
    var index = 0
    while index < count {
      let entry = self[index]
      if index > 0, self[index &- 1].prefix == entry.prefix {
        let previous = self[index &- 1]
        if previous.isProtocol || entry.isProtocol, order(previous.name, entry.name) == 0 {
          throw .repeatedParameter(OAuth1Error.ProtocolParameter(rawValue: name(of: entry)))
        }
      }
      if entry.nameEnd &- entry.start == 15, entry.prefix == Self.oauthSiPrefix,
        name(of: entry) == "oauth_signature"
      {
        throw .repeatedParameter(.signature)
      }
      index &+= 1
    }
  }

  /// The prefix of `oauth_signature`: `oauth_si`.
  private static let oauthSiPrefix: UInt64 = 0x6F61_7574_685F_7369

  private func name(of entry: Entry) -> String {
    let name = entry.name.map { text.byte(at: $0) }
    return String(decoding: (try? PercentEncoding.decode(name)) ?? [], as: UTF8.self)
  }

  /// Writes a part of the text in the form that is encoded once.
  func appendOnce(_ part: Range<Int>, to output: inout ByteWriter) {
    var index = part.lowerBound
    while index < part.upperBound {
      let byte = text.byte(at: index)
      output.append(byte)
      index &+= byte == UInt8(ascii: "%") ? 3 : 1
    }
  }
}
