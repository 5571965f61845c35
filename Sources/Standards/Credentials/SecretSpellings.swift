/// The forms in which a secret may stand in a text: as it is, and as programs write it into others.
///
/// Prints as nothing, like the secret itself.
package struct SecretSpellings: Sendable, CustomStringConvertible, CustomReflectable {
  /// Shorter ones would blot out innocent text.
  private static let shortest = 4
  /// The least of an encoded form: by chance, shorter ones stand everywhere.
  private static let shortestEncoded = 6

  fileprivate let all: Set<[UInt8]>

  package var isEmpty: Bool { all.isEmpty }

  package var description: String { "<spellings>" }

  package var customMirror: Mirror { Mirror(self, children: [:]) }

  /// Makes all forms of `secret`; none where it is too short to be worth the name.
  ///
  /// Percent-encoded (also twice, and every byte), as a form's value, as JSON writes it, in hexadecimal, and
  /// in Base64 of both alphabets, wherever in the encoded text it begins.
  package init(of secret: [UInt8]) {
    guard secret.count >= Self.shortest else {
      all = []
      return
    }
    var spellings: Set<[UInt8]> = [secret]
    let encoded = PercentEncoding.encode(secret)
    let hex = Hex.encode(secret)
    let everyByte = secret.reduce(into: "") { $0 += "%" + Hex.encode([$1]) }
    var texts = [
      encoded, PercentEncoding.encode(encoded), everyByte, everyByte.uppercased(), hex,
      hex.uppercased(), encoded.withEach("%20", replacedBy: "+"),
    ]
    texts.append(encoded.lowercasedEscapes)
    if let text = String(validating: secret, as: UTF8.self) { texts += Self.json(text) }
    texts += Self.base64(secret)
    for text in texts where text.utf8.count >= Self.shortestEncoded {
      spellings.insert(Array(text.utf8))
    }
    all = spellings
  }

  private static func json(_ text: String) -> [String] {
    let plain = String(JSONValue.string(text).serialized.dropFirst().dropLast())
    let units = text.utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return [plain, plain.withEach("/", replacedBy: "\\/"), units.joined()]
  }

  /// The characters that depend on the secret alone, for each of the three places in a group of four.
  private static func base64(_ secret: [UInt8]) -> [String] {
    var result: [String] = []
    for offset in 0..<3 {
      let padded = [UInt8](repeating: 0, count: offset) + secret
      let text = Base64.encode(padded).filter { $0 != "=" }
      let first = offset == 0 ? 0 : offset + 1
      // Whether or not something follows the secret, the last character may hold bits of it.
      let whole = text.dropFirst(first)
      let certain = text.prefix(padded.count * 8 / 6).dropFirst(first)
      for piece in [whole, certain] {
        result.append(String(piece))
        result.append(
          String(piece).withEach("+", replacedBy: "-").withEach("/", replacedBy: "_")
        )
      }
    }
    return result
  }
}

extension String {
  /// The text with the hexadecimal digits of its percent escapes in lower case.
  fileprivate var lowercasedEscapes: String {
    var result: [UInt8] = []
    var digits = 0
    for byte in utf8 {
      result.append(digits > 0 ? ASCII.lowercased(byte) : byte)
      digits = byte == UInt8(ascii: "%") ? 2 : max(0, digits - 1)
    }
    return String(decoding: result, as: UTF8.self)
  }
}

/// Replaces any of many byte strings in one pass; where several begin, the longest is taken.
package struct SpellingReplacer: Sendable, CustomStringConvertible, CustomReflectable {
  private struct Entry: Sendable {
    var spelling: [UInt8]
    var replacement: [UInt8]
  }

  /// By the first byte of their spellings.
  private var entries = [[Entry]](repeating: [], count: 256)
  package private(set) var isEmpty = true

  package init() {}

  package var description: String { "<spellings>" }

  package var customMirror: Mirror { Mirror(self, children: [:]) }

  package mutating func add(_ spellings: SecretSpellings, replacement: String) {
    let replacement = Array(replacement.utf8)
    for spelling in spellings.all {
      guard let first = spelling.first else { continue }
      isEmpty = false
      let place = Int(first)
      guard !entries[place].contains(where: { $0.spelling == spelling }) else { continue }
      entries[place].append(Entry(spelling: spelling, replacement: replacement))
      entries[place].sort { $0.spelling.count > $1.spelling.count }
    }
  }

  package func replace(in bytes: [UInt8]) -> [UInt8] {
    guard !isEmpty else { return bytes }
    var result: [UInt8] = []
    var kept = 0
    var at = 0
    while at < bytes.count {
      let found = entries[Int(bytes[at])].first { entry in
        entry.spelling.count <= bytes.count - at
          && bytes[at..<(at + entry.spelling.count)].elementsEqual(entry.spelling)
      }
      guard let found else {
        at += 1
        continue
      }
      result += bytes[kept..<at]
      result += found.replacement
      at += found.spelling.count
      kept = at
    }
    return kept == 0 ? bytes : result + bytes[kept...]
  }

  package func replace(in text: String) -> String {
    isEmpty ? text : String(decoding: replace(in: Array(text.utf8)), as: UTF8.self)
  }
}
