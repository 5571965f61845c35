/// What goes with each request of a service that knows no login: a key, or a name and a password.
package struct FixedCredentialSpec: Hashable, Sendable {
  package enum Form: Hashable, Sendable {
    case key(TextTemplate)
    case basic(username: TextTemplate, password: TextTemplate)
  }

  package var form: Form
  /// What to ask at login, so that only what is let in is stored.
  package var verify: TextTemplate?
}

extension Descriptor {
  /// The secret options of which the token of a service without a login is made.
  package var tokenSecrets: [String] {
    if let oauth1, oauth1.accessToken == nil {
      return ["oauth_token"] + (oauth1.signature == .plaintext ? ["oauth_token_secret"] : [])
    }
    let templates: [TextTemplate] =
      switch fixed?.form {
      case .key(let key): [key]
      case .basic(let username, let password): [username, password]
      case nil: []
      }
    return templates.flatMap(\.options).filter { option($0)?.type == .secret }
  }
}
