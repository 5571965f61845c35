/// Makes text from a script or a server fit for one line of a terminal.
enum PrintableText {
  /// Escapes what would move a cursor or turn the reading direction, and cuts after 1 KiB.
  static func of(_ text: String, limit: Int = 1024) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      guard result.utf8.count < limit else { return result + "…" }
      switch scalar {
      case "\t": result += " "
      case "\n": result += "\\n"
      case _ where isUnsafe(scalar): result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    // Format characters contain the bidirectional controls and the invisible ones.
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
    default: false
    }
  }
}
