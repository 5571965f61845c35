/// Text from outside made safe for a terminal.
enum VisibleText {
  /// Shows control characters instead of obeying them; line breaks and tabs stay.
  ///
  /// A provider's error text may hold escape sequences that move the cursor or retitle the window, and
  /// marks that reverse the direction of what follows.
  static func of(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      if isUnsafe(scalar) {
        result += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The same on one line.
  static func line(_ text: String) -> String {
    of(text).split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    case 0x00..<0x20, 0x7F..<0xA0: true
    case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// The columns that a text takes on a terminal; East Asian wide characters take two.
  static func width(_ text: String) -> Int {
    text.reduce(0) { width, character in
      guard let scalar = character.unicodeScalars.first else { return width }
      return width + (isWide(scalar) ? 2 : 1)
    }
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF,
      0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
