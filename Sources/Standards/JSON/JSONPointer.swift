/// Why a text is not a JSON pointer.
package enum JSONPointerError: Error, Hashable, Sendable {
  /// Not empty and without a slash at the start.
  case missingSlash
  /// A `~` without `0` or `1` after it.
  case badEscape
}

/// A path into a JSON value (RFC 6901), such as `/authed_user/access_token`.
package struct JSONPointer: Hashable, Sendable {
  /// The decoded reference tokens.
  package let tokens: [String]

  /// Parses the string form; the empty text points at the whole value.
  package init(_ text: String) throws(JSONPointerError) {
    guard !text.isEmpty else {
      tokens = []
      return
    }
    guard text.utf8.first == UInt8(ascii: "/") else { throw .missingSlash }
    var tokens: [String] = []
    for part in text.utf8.dropFirst().split(
      separator: UInt8(ascii: "/"),
      omittingEmptySubsequences: false
    ) {
      let isPlain = !part.contains(UInt8(ascii: "~"))
      tokens.append(isPlain ? String(Substring(part)) : try Self.unescape(Array(part)))
    }
    self.tokens = tokens
  }

  private static func unescape(_ part: [UInt8]) throws(JSONPointerError) -> String {
    var output: [UInt8] = []
    var index = 0
    while index < part.count {
      if part[index] == UInt8(ascii: "~") {
        index += 1
        switch index < part.count ? part[index] : 0 {
        case UInt8(ascii: "0"): output.append(UInt8(ascii: "~"))
        case UInt8(ascii: "1"): output.append(UInt8(ascii: "/"))
        default: throw .badEscape
        }
      } else {
        output.append(part[index])
      }
      index += 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// What the pointer leads to, or `nil` when a step does not exist.
  package func evaluate(in value: JSONValue) -> JSONValue? {
    var current = value
    for token in tokens {
      switch current {
      case .object(let object):
        guard let next = object[token] else { return nil }
        current = next
      case .array(let elements):
        guard let index = Self.arrayIndex(token), index < elements.count else { return nil }
        current = elements[index]
      default: return nil
      }
    }
    return current
  }

  /// Digits without a leading zero (RFC 6901 §4); `-` names no element that exists.
  private static func arrayIndex(_ token: String) -> Int? {
    guard !token.isEmpty, token.utf8.allSatisfy(ASCII.isDigit),
      token == "0" || token.utf8.first != UInt8(ascii: "0")
    else { return nil }
    return Int(token)
  }
}
