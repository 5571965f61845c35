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
  package static func excerpt(_ body: [UInt8], limit: Int = limit) -> String {
    shortened(String(decoding: body.prefix(limit * 4), as: UTF8.self), limit: limit)
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
