/// The media type of a `Content-Type` field without its parameters, in lower case (RFC 9110 §8.3.1).
package struct MediaType: Hashable, Sendable {
  /// `type/subtype` in lower case.
  package let essence: String

  /// Reads a field value; `nil` when it has no `type/subtype` at its start.
  package init?(_ fieldValue: String) {
    let bare = fieldValue.utf8.prefix { $0 != UInt8(ascii: ";") }
    let trimmed = bare.filter { $0 != UInt8(ascii: " ") && $0 != 0x09 }
    let parts = trimmed.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 2,
      parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(ASCII.isTokenCharacter) })
    else { return nil }
    essence = String(decoding: trimmed.map(ASCII.lowercased), as: UTF8.self)
  }

  package var isForm: Bool { essence == "application/x-www-form-urlencoded" }

  package var isJSON: Bool {
    essence == "application/json" || essence == "text/json" || essence.hasSuffix("+json")
  }
}

extension HTTPFields {
  /// The media type of the body; `nil` when absent, malformed, or given more than once.
  package var contentType: MediaType? {
    let values = values("Content-Type")
    guard values.count == 1 else { return nil }
    return MediaType(values[0])
  }
}
