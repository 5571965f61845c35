/// The environment variables that carry a token to a program.
package enum TokenVariables {
  /// A variable with its value.
  package struct Variable: Hashable, Sendable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// `AUTHRUN_<ACCOUNT>_TOKEN`, `…_TOKEN_TYPE`, `…_TOKEN_SECRET` for OAuth 1.0a, and `…_EXPIRES_AT` (RFC 3339)
  /// where an end is known.
  package static func of(_ credential: Credential, _ account: AccountID) -> [Variable] {
    let start = "AUTHRUN_\(part(account))_"
    var variables = [
      Variable(name: start + "TOKEN", value: credential.accessToken.text),
      Variable(name: start + "TOKEN_TYPE", value: credential.tokenType),
    ]
    if let secret = credential.tokenSecret {
      variables.append(Variable(name: start + "TOKEN_SECRET", value: secret.text))
    }
    if let end = credential.expiresAt {
      variables.append(Variable(name: start + "EXPIRES_AT", value: end.rfc3339))
    }
    return variables
  }

  /// The account as a part of a variable's name: `SPOTIFY`, or `SPOTIFY_AS_WORK` for `spotify/work`.
  ///
  /// No two accounts share one. Within an id or a name no underscore stands alone: `-` is doubled and `_`
  /// tripled, as in the variables of options. Every other byte but a–z and 0–9, and a mark that is not
  /// between two of those, becomes `_x` (with a small x) and two hexadecimal digits.
  package static func part(_ account: AccountID) -> String {
    let provider = escaped(account.provider)
    guard !account.name.hasSameBytes(as: AccountID.defaultName) else { return provider }
    return "\(provider)_AS_\(escaped(account.name))"
  }

  private static func escaped(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var output: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      let isInside =
        index > 0 && index + 1 < bytes.count && isWord(bytes[index - 1]) && isWord(bytes[index + 1])
      if isWord(byte) {
        output.append(ASCII.isDigit(byte) ? byte : byte & 0xDF)
      } else if isInside, byte == UInt8(ascii: "-") {
        output += Array("__".utf8)
      } else if isInside, byte == UInt8(ascii: "_") {
        output += Array("___".utf8)
      } else {
        output += Array("_x".utf8)
        output.append(ASCII.upperHexDigit(byte >> 4))
        output.append(ASCII.upperHexDigit(byte & 15))
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    ASCII.isDigit(byte) || byte &- 0x61 < 26
  }
}
