import Login

/// A token on the command line, or `-` for one on standard input.
struct TokenOperand: Hashable, Sendable {
  let text: String

  /// The longest input that is read, in bytes.
  private static let longest = 1 << 20

  var isStandardInput: Bool { text == "-" }

  /// The token; of an input its first word, so that a line's end does no harm.
  func read() async throws(AuthRunError) -> String {
    guard isStandardInput else { return text }
    guard let bytes = await LineInput.standard.all(limit: Self.longest) else {
      throw AuthRunError(.inputInvalid, "standard input cannot be read", step: "jwt")
    }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let token = text.split(whereSeparator: \.isWhitespace).first else {
      throw AuthRunError(.inputInvalid, "standard input holds no token", step: "jwt")
    }
    return String(token)
  }
}
