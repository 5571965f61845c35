import Login
import Standards

/// A token in the forms that shells and other programs take.
enum TokenText {
  /// The lines to print; fails for a header where the token does not travel in one.
  static func lines(
    _ credential: Credential,
    of account: AccountID,
    form: TokenCommand.Form
  ) throws(AuthRunError) -> [String] {
    switch form {
    case .bare: [credential.accessToken.text]
    case .header: [try header(credential, of: account)]
    case .env: environment(credential, of: account)
    }
  }

  private static func header(
    _ credential: Credential,
    of account: AccountID
  ) throws(AuthRunError) -> String {
    if credential.kind == .oauth1 {
      throw AuthRunError(
        .inputInvalid,
        "an OAuth 1.0a request is signed as a whole; no header serves for all",
        provider: account.provider,
        account: account.name,
        step: "token",
        hint: "use: authrun request \(account) URL"
      )
    }
    guard case .header(let name, let prefix) = credential.presentation else {
      throw AuthRunError(
        .inputInvalid,
        "this provider takes the token in the URL, not in a header",
        provider: account.provider,
        account: account.name,
        step: "token",
        hint: "use: authrun request \(account) URL"
      )
    }
    return "\(name): \(prefix)\(credential.accessToken.text)"
  }

  private static func environment(_ credential: Credential, of account: AccountID) -> [String] {
    let start = "AUTHRUN_\(variable(account.provider))_"
    var lines = ["export \(start)TOKEN=\(quoted(credential.accessToken.text))"]
    if let secret = credential.tokenSecret {
      lines.append("export \(start)TOKEN_SECRET=\(quoted(secret.text))")
    }
    if let end = credential.expiresAt {
      lines.append("export \(start)TOKEN_EXPIRES_AT=\(quoted(end.rfc3339))")
    }
    return lines
  }

  /// A provider's id as a part of a variable's name.
  private static func variable(_ id: String) -> String {
    String(
      id.uppercased().unicodeScalars.map { scalar in
        ("A"..."Z").contains(scalar) || ("0"..."9").contains(scalar) ? Character(scalar) : "_"
      }
    )
  }

  /// One word for any POSIX shell, whatever the text holds.
  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: #"'\''"#) + "'"
  }
}
