internal import Standards

extension OptionSpec {
  /// The value as it is used: checked, and in one spelling where several mean the same.
  ///
  /// Fails with the end of a sentence that begins with the option's name; it never repeats a secret.
  package func checked(_ text: String) throws(OptionValueError) -> String {
    let value = try normalised(text)
    // A key in PEM or as JSON has lines; nothing that goes into a header field or a path may.
    let mayHaveLines = type == .secret && (value.hasPrefix("-----BEGIN ") || value.hasPrefix("{"))
    let lineBreaks: Set<Unicode.Scalar> = ["\n", "\r", "\t"]
    let isForbidden: (Unicode.Scalar) -> Bool = { scalar in
      scalar.properties.generalCategory == .control
        && !(mayHaveLines && lineBreaks.contains(scalar))
    }
    if value.unicodeScalars.contains(where: isForbidden) {
      throw OptionValueError("contains a control character or a line break")
    }
    if !values.isEmpty, !values.contains(value) {
      let list = values.joined(separator: ", ")
      let near = Suggestion.nearest(to: value, among: values)
      let hint = near.map { "; did you mean \"\($0)\"?" } ?? ""
      throw OptionValueError(
        type == .secret ? "is none of its values" : "is \"\(value)\", not one of \(list)\(hint)"
      )
    }
    if let pattern, !pattern.matches(value) {
      throw OptionValueError(
        type == .secret
          ? "does not look like \(pattern.source)"
          : "is \"\(value)\", which does not look like \(pattern.source)"
      )
    }
    return value
  }

  private func normalised(_ text: String) throws(OptionValueError) -> String {
    switch type {
    case .string, .enum:
      return text
    case .secret:
      guard !text.isEmpty else { throw OptionValueError("is empty") }
      return text
    case .boolean:
      switch text.lowercased() {
      case "true", "yes", "1": return "true"
      case "false", "no", "0": return "false"
      default: throw OptionValueError("is \"\(text)\", not true or false")
      }
    case .integer:
      guard let number = Int64(text) else {
        throw OptionValueError("is \"\(text)\", not a whole number")
      }
      return String(number)
    case .url:
      return try normalisedURL(text)
    }
  }

  /// A URL without the slash at its end, since paths are put behind it.
  private func normalisedURL(_ text: String) throws(OptionValueError) -> String {
    let uri: URI
    do {
      uri = try URI(text)
    } catch {
      throw OptionValueError("is no URL: \(error)")
    }
    if let objection = uri.objectionToContact { throw OptionValueError(objection) }
    if uri.query != nil { throw OptionValueError("has a query") }
    var result = text
    while result.hasSuffix("/") { result.removeLast() }
    return result
  }
}

/// Why a value does not suit an option, as the end of a sentence.
package struct OptionValueError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}
