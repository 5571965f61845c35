/// An option of a descriptor: something that the user gives at login.
package struct OptionSpec: Hashable, Sendable {
  package var name: String
  package var type: OptionType
  package var isRequired: Bool
  package var standard: String?
  package var pattern: OptionPattern?
  /// The only values allowed; empty when there is no such list.
  package var values: [String]
  package var help: String?
  /// The hosts that a secret may go to; empty when the descriptor does not say.
  package var bind: [HostTemplate]
  /// Whether the option exists because of the protocol, not because the descriptor names it.
  package var isBuiltIn: Bool

  package init(
    name: String,
    type: OptionType = .string,
    isRequired: Bool = false,
    standard: String? = nil,
    pattern: OptionPattern? = nil,
    values: [String] = [],
    help: String? = nil,
    bind: [HostTemplate] = [],
    isBuiltIn: Bool = false
  ) {
    self.name = name
    self.type = type
    self.isRequired = isRequired
    self.standard = standard
    self.pattern = pattern
    self.values = values
    self.help = help
    self.bind = bind
    self.isBuiltIn = isBuiltIn
  }

  /// Whether this is the secret with which an OAuth client authenticates itself.
  package var isClientSecret: Bool { name == "client_secret" || name == "consumer_secret" }

  /// Whether this is a key that signs or proves here and is sent to nobody.
  package var staysHere: Bool {
    isBuiltIn && ["private_key", "tls_key", "tls_certificate"].contains(name)
  }

  /// Whether the user's value cannot lead a URL to a host of any name.
  package var limitsHost: Bool { pattern != nil || !values.isEmpty || type == .url }

  /// The environment variable that stands in for `--option`.
  ///
  /// No two pairs of a provider and an option share one: a single underscore ends the provider's id,
  /// since within the id `-` is doubled and `_` tripled, and an option begins with a letter.
  package func environmentName(provider: String) -> String {
    let id = provider.replacing("_", with: "___").replacing("-", with: "__")
    return "AUTHRUN_\(id)_\(name)".uppercased()
  }

  /// Variables that steer authrun itself, which no option may read.
  package static let reservedEnvironmentNames: Set = [
    "AUTHRUN_VAULT_KEY_FILE", "AUTHRUN_HTTP_TIMEOUT", "AUTHRUN_CONNECT_TO",
  ]
}

extension OptionSpec {
  /// The options that come with OAuth 1.0a (RFC 5849 §1.1).
  ///
  /// A client has a secret or a private key; without a login the user may have a token of old.
  static func oauth1(
    allowsXAuth: Bool,
    usesPrivateKey: Bool,
    hasLogin: Bool
  ) -> [OptionSpec] {
    var client = [
      OptionSpec(
        name: "consumer_key",
        isRequired: true,
        help: "the key of your app, from the provider's developer pages",
        isBuiltIn: true
      )
    ]
    if usesPrivateKey {
      client.append(privateKey)
    } else {
      client.append(
        OptionSpec(
          name: "consumer_secret",
          type: .secret,
          isRequired: true,
          help: "the secret that belongs to the key",
          isBuiltIn: true
        )
      )
    }
    if !hasLogin { client += ownToken }
    guard allowsXAuth else { return client }
    return client + [
      OptionSpec(
        name: "username",
        help: "with password: logs in without a browser, for keys that may use xAuth",
        isBuiltIn: true
      ),
      OptionSpec(
        name: "password",
        type: .secret,
        help: "the password that belongs to username",
        isBuiltIn: true
      ),
    ]
  }

  /// The options that come with OAuth 2.0 (RFC 6749 §2.2); a public client has no secret.
  ///
  /// A client that registers itself needs none of them.
  static func oauth2(
    _ authentication: OAuth2Spec.ClientAuthentication,
    registers: Bool,
    takesPassword: Bool,
    signs: Bool,
    usesCertificate: Bool
  ) -> [OptionSpec] {
    var options = [
      OptionSpec(
        name: "client_id",
        isRequired: !registers,
        help: "the id of your app, from the provider's developer pages",
        isBuiltIn: true
      )
    ]
    if authentication.usesSecret {
      options.append(
        OptionSpec(
          name: "client_secret",
          type: .secret,
          isRequired: !registers,
          help: "the secret that belongs to the id",
          isBuiltIn: true
        )
      )
    }
    if signs { options.append(privateKey) }
    if usesCertificate { options += certificate }
    if takesPassword { options += nameAndPassword }
    return options
  }

  /// A token that the provider's pages hand out, where there is no login.
  private static let ownToken = [
    OptionSpec(
      name: "oauth_token",
      type: .secret,
      help: "a token from the provider's pages, where calls need one",
      isBuiltIn: true
    ),
    OptionSpec(
      name: "oauth_token_secret",
      type: .secret,
      help: "the secret that belongs to oauth_token",
      isBuiltIn: true
    ),
  ]

  /// The key that signs what the client says.
  static let privateKey = OptionSpec(
    name: "private_key",
    type: .secret,
    isRequired: true,
    help: "the private key, as file:PATH: PEM, a JWK, or the file of a service account",
    isBuiltIn: true
  )

  /// The name and the password with which the user logs in.
  static let nameAndPassword = [
    OptionSpec(name: "username", isRequired: true, help: "your user name", isBuiltIn: true),
    OptionSpec(
      name: "password",
      type: .secret,
      isRequired: true,
      help: "the password that belongs to username",
      isBuiltIn: true
    ),
  ]

  /// A fixed key.
  static let apiKey = OptionSpec(
    name: "api_key",
    type: .secret,
    isRequired: true,
    help: "your key, from the provider's pages",
    isBuiltIn: true
  )

  private static let certificate = [
    OptionSpec(
      name: "tls_certificate",
      type: .secret,
      isRequired: true,
      help: "the client's certificate in PEM, as file:PATH",
      isBuiltIn: true
    ),
    OptionSpec(
      name: "tls_key",
      type: .secret,
      isRequired: true,
      help: "the certificate's private key in PEM, as file:PATH",
      isBuiltIn: true
    ),
  ]
}
