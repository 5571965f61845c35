/// An access token in the forms that shells and other programs take; the same whoever prints it.
package enum TokenText {
  /// `{"access_token","token_type","expires_at"|null,"scopes"}`; OAuth 1.0a adds `token_secret`.
  package static func json(_ credential: Credential) -> JSONObject {
    let end = credential.expiresAt
    var object = JSONObject([
      ("access_token", .string(credential.accessToken.text)),
      ("token_type", .string(credential.tokenType)),
      ("expires_at", end.map { .string($0.rfc3339) } ?? .null),
      ("scopes", .array(credential.grantedScopes.map { .string($0) })),
    ])
    if let secret = credential.tokenSecret { object["token_secret"] = .string(secret.text) }
    return object
  }

  /// The header field that carries the token; `nil` where none does.
  ///
  /// An OAuth 1.0a header is made for one request (RFC 5849 §3.5.1), as is what a descriptor's `sign` adds,
  /// and some providers take the token in the URL.
  package static func headerField(_ credential: Credential) -> HTTPField? {
    guard credential.kind != .oauth1 else { return nil }
    let token = credential.accessToken.text
    switch credential.presentation {
    case .header(let name, let prefix): return HTTPField(name, prefix + token)
    case .cookie(let name): return HTTPField("Cookie", "\(name)=\(token)")
    case .query, .signed: return nil
    }
  }

  /// The same as one line of a request.
  package static func header(_ credential: Credential) -> String? {
    headerField(credential).map { "\($0.name): \($0.value)" }
  }

  /// Assignments for a shell: `export AUTHRUN_<ACCOUNT>_TOKEN='…'` and what belongs to it.
  package static func environment(_ credential: Credential, _ account: AccountID) -> [String] {
    TokenVariables.of(credential, account).map { "export \($0.name)=\(quoted($0.value))" }
  }

  /// One word for any POSIX shell, whatever the text holds.
  private static func quoted(_ text: String) -> String {
    "'" + text.unicodeScalars.map { $0 == "'" ? #"'\''"# : String($0) }.joined() + "'"
  }
}
