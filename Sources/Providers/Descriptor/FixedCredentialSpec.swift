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
