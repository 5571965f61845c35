package import Standards

/// What one operation of a script has to work with: options, hosts, secrets, effects.
package struct ScriptContext: Sendable {
  /// An option as the script sees it in `ctx.opt`.
  package enum Option: Sendable {
    case text(String)
    case boolean(Bool)
    case integer(Int64)
    /// Joins paths with `/`.
    case url(URI)
    /// Opaque, and only for URLs that the rule allows.
    ///
    /// It is bound where these are not all that the script may contact.
    case secret(Secret, mayGoTo: HostRule, isBound: Bool = false)
    /// Declared, but not given.
    case absent
  }

  package let options: [String: Option]
  /// Which URLs a request may go to; checked after one strict parse.
  package var mayContact: HostRule
  package var effects: any ScriptEffects
  /// Where a browser comes back to, for `ctx.browser.redirect_uri`.
  package var redirectURI: String?
  var secrets = SecretTable()
  /// The handles of the options that are secrets.
  private(set) var optionHandles: [String: UInt32] = [:]

  package init(
    options: [String: Option],
    effects: any ScriptEffects,
    redirectURI: String? = nil,
    mayContact: @escaping HostRule
  ) {
    self.options = options
    self.mayContact = mayContact
    self.effects = effects
    self.redirectURI = redirectURI
    for (name, option) in options.sorted(by: { $0.key < $1.key }) {
      guard case .secret(let secret, let rule, let isBound) = option else { continue }
      optionHandles[name] = secrets.add(secret, name: name, isBound: isBound, mayGoTo: rule)
    }
  }

  /// Registers a secret, such as a stored token, and returns the handle to give to a hook.
  ///
  /// The secret may go wherever the script may, unless a rule says otherwise.
  package mutating func lend(
    _ secret: Secret,
    name: String,
    mayGoTo rule: HostRule? = nil
  ) -> ScriptValue {
    .handle(
      secrets.add(secret, name: name, isBound: rule != nil, mayGoTo: rule ?? mayContact)
    )
  }
}
