import Standards

extension JSONValue {
  /// A string, or `null` where there is none.
  static func text(_ text: String?) -> JSONValue {
    text.map { .string($0) } ?? .null
  }

  /// A time in RFC 3339, or `null` where there is none.
  static func time(_ time: Timestamp?) -> JSONValue {
    text(time?.rfc3339)
  }

  static func texts(_ texts: [String]) -> JSONValue {
    .array(texts.map { .string($0) })
  }
}
