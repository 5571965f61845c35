/// Form-encoded parameters as a server reads them from the wire.
///
/// Written apart from the codecs of the client, so that an error there is not made twice and missed.
struct RawParameters {
  /// A decoded pair.
  struct Pair: Equatable {
    let name: [UInt8]
    let value: [UInt8]
  }

  private(set) var pairs: [Pair] = []
  /// Whether an escape was broken.
  private(set) var isMalformed = false

  init() {}

  /// Reads `a=b&c=d`; `plusIsSpace` holds for queries and forms.
  init(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = true) {
    for part in bytes.split(separator: UInt8(ascii: "&")) {
      let halves = part.split(
        separator: UInt8(ascii: "="),
        maxSplits: 1,
        omittingEmptySubsequences: false
      )
      append(halves[0], halves.count > 1 ? halves[1] : nil, plusIsSpace)
    }
  }

  private mutating func append<Half: Collection<UInt8>>(
    _ name: Half,
    _ value: Half?,
    _ plusIsSpace: Bool
  ) {
    guard let name = Self.decode(name, plusIsSpace: plusIsSpace),
      let value = value.map({ Self.decode($0, plusIsSpace: plusIsSpace) }) ?? []
    else {
      isMalformed = true
      return
    }
    pairs.append(Pair(name: name, value: value))
  }

  mutating func append(_ name: String, _ value: String) {
    pairs.append(Pair(name: Array(name.utf8), value: Array(value.utf8)))
  }

  mutating func append(contentsOf other: RawParameters) {
    pairs += other.pairs
    isMalformed = isMalformed || other.isMalformed
  }

  /// The one value of `name`; `nil` when it is absent or there are several.
  func only(_ name: String) -> String? {
    let values = all(name)
    return values.count == 1 ? values[0] : nil
  }

  func all(_ name: String) -> [String] {
    pairs.filter { $0.name.elementsEqual(name.utf8) }.map {
      String(decoding: $0.value, as: UTF8.self)
    }
  }

  /// Names that occur more than once.
  var repeated: [String] {
    var counts: [[UInt8]: Int] = [:]
    for pair in pairs { counts[pair.name, default: 0] += 1 }
    return counts.filter { $0.value > 1 }.keys.map { String(decoding: $0, as: UTF8.self) }.sorted()
  }

  /// Undoes `%XX`, and `+` where it means a space; `nil` when an escape is broken.
  static func decode(_ text: some Collection<UInt8>, plusIsSpace: Bool) -> [UInt8]? {
    var result: [UInt8] = []
    var rest = text.makeIterator()
    while let byte = rest.next() {
      switch byte {
      case UInt8(ascii: "%"):
        guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else {
          return nil
        }
        result.append(high << 4 | low)
      case UInt8(ascii: "+") where plusIsSpace: result.append(UInt8(ascii: " "))
      default: result.append(byte)
      }
    }
    return result
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}
