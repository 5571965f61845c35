/// Why bytes are not the JSON that was asked for; never holds any of the text.
package struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  package enum Reason: String, Hashable, Sendable {
    case empty = "nothing to read"
    case tooLarge = "text over the size limit"
    case tooDeep = "nesting over the depth limit"
    case byteOrderMark = "byte order mark"
    case unexpectedEnd = "unexpected end"
    case unexpectedByte = "unexpected character"
    case trailingBytes = "text after the value"
    case badLiteral = "unknown literal"
    case badNumber = "malformed number"
    case badEscape = "malformed escape"
    case loneSurrogate = "half of a surrogate pair"
    case controlCharacter = "control character in a string"
    case badUTF8 = "malformed UTF-8"
    case duplicateName = "member name used twice"
  }

  package let reason: Reason
  /// Where, in bytes from the start.
  package let offset: Int

  init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  package var description: String { "\(reason.rawValue) at byte \(offset)" }
}

/// How much the reader takes, and what it does about half surrogate pairs.
package struct JSONLimits: Hashable, Sendable {
  /// What becomes of an escape such as `\ud800` that stands for no character (RFC 8259 §8.2).
  package enum LoneSurrogates: Hashable, Sendable {
    case refuse
    /// It becomes U+FFFD, so that one odd extra member does not cost the whole answer.
    case replace
  }

  /// The largest text, in bytes.
  package var maximumBytes: Int
  /// The deepest nesting of arrays and objects.
  package var maximumDepth: Int
  package var loneSurrogates: LoneSurrogates

  package init(
    maximumBytes: Int = 16 << 20,
    maximumDepth: Int = 128,
    loneSurrogates: LoneSurrogates = .replace
  ) {
    self.maximumBytes = maximumBytes
    self.maximumDepth = maximumDepth
    self.loneSurrogates = loneSurrogates
  }

  /// For answers of providers: 16 MiB, 128 levels, half surrogate pairs replaced.
  package static let standard = JSONLimits()
  /// For what is signed: 256 KiB, 32 levels, half surrogate pairs refused.
  package static let signed = JSONLimits(
    maximumBytes: 256 << 10,
    maximumDepth: 32,
    loneSurrogates: .refuse
  )
}
