import Standards

/// `ctx.jwt`: what a token says of itself, its signature not looked at.
enum JWTCalls {
  static func read(
    _ call: CallArguments,
    _ secrets: SecretTable
  ) throws(HostCallError) -> JWTClaims {
    try call.atMost(1)
    let text: String
    let title: String
    if case .handle(let index) = call[0], let entry = secrets[index] {
      text = entry.secret.text
      title = "token '\(entry.name)'"
    } else {
      guard call[0] != .null else { throw call.wrong("there is no token (nil)") }
      text = try call.text(0, "the token")
      title = "the text"
    }
    do {
      return try JWTClaims.unverified(text)
    } catch {
      // The provider promised a JWT, so this is its fault rather than the script's.
      throw .fail(.protocol, "\(call.function): \(title) is not a JWT: \(error.reason)")
    }
  }

  /// What to take out of the claims: secrets that the sender of the token may know.
  ///
  /// A token that the script made itself says what the script knows; nothing in it is confirmed.
  static func redaction(_ call: CallArguments, _ secrets: SecretTable) -> SpellingReplacer {
    guard case .handle(let index) = call[0], let origin = secrets[index]?.origin else {
      return SpellingReplacer()
    }
    return secrets.redaction(of: origin)
  }
}

extension JWTError {
  fileprivate var reason: String {
    switch self {
    case .tooLong: "it is longer than any token"
    case .badShape: "it does not have three parts between dots"
    case .badBase64URL: "a part is not base64url"
    case .badJSON: "its header or claims are no JSON object"
    case .badClaim(let name): "its claim '\(name)' has the wrong type"
    }
  }
}
