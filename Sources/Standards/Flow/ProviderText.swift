/// Makes text that came from outside fit for a message.
package enum ProviderText {
  /// Longer text is cut; enough for every error description seen, short enough for one line.
  package static let limit = 200

  /// The text on one line, without control characters, cut at `limit` characters.
  package static func shortened(_ text: String, limit: Int = limit) -> String {
    var result = ""
    var count = 0
    var pendingSpace = false
    for scalar in text.unicodeScalars {
      if isSpace(scalar) {
        pendingSpace = !result.isEmpty
        continue
      }
      guard !isHidden(scalar) else { continue }
      guard count < limit else { return result + "…" }
      if pendingSpace {
        result.append(" ")
        count += 1
        pendingSpace = false
      }
      result.unicodeScalars.append(scalar)
      count += 1
    }
    return result
  }

  /// The start of a body as text; bytes that are not UTF-8 become replacement characters.
  ///
  /// A body that cannot be read may hold a fresh token all the same, so that whatever looks like one is
  /// left out.
  package static func excerpt(_ body: [UInt8], limit: Int = limit) -> String {
    let start = withoutTokens(body.prefix(limit * 4))
    return shortened(String(decoding: start, as: UTF8.self), limit: limit)
  }

  /// Puts three dots in the place of every long run of characters that tokens are made of.
  private static func withoutTokens(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var output: [UInt8] = []
    var run: [UInt8] = []
    for byte in text {
      if isTokenByte(byte) {
        run.append(byte)
      } else {
        output += shown(run)
        run = []
        output.append(byte)
      }
    }
    return output + shown(run)
  }

  private static func shown(_ run: [UInt8]) -> [UInt8] {
    // Words of prose are shorter, and hardly any of them holds a digit.
    let isLong = run.count >= 30 || (run.count >= 16 && run.contains(where: ASCII.isDigit))
    return isLong ? Array("…".utf8) : run
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    ASCII.isUnreserved(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
      || byte == UInt8(ascii: "%")
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace
  }

  /// Characters that could move a terminal's cursor or turn the reading direction of a message.
  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned: true
    default: false
    }
  }
}
