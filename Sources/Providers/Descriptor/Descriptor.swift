package import Standards

/// What a descriptor file says, read and checked: nothing in it needs a second look.
package struct Descriptor: Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case oauth2
    case oidc
    case oauth1
    case clientCredentials = "client_credentials"
    /// A token that the client signs itself.
    case jwt
    case apiKey = "api_key"
    case basic
    case custom
  }

  package var id: String
  package var name: String
  package var version: String?
  package var docs: String?
  package var kind: Kind
  /// All options in the order of their names, those that exist by default among them.
  package var options: [OptionSpec]
  /// The hosts of the `hosts` field.
  package var hosts: [HostTemplate]
  /// Whether hosts may have addresses of a private network or of this machine.
  package var privateHosts = false
  package var oauth1: OAuth1Spec?
  package var oauth2: OAuth2Spec?
  package var jwt: JWTSpec?
  /// What an API key or a user name with its password is made of.
  package var fixed: FixedCredentialSpec?
  package var lookups: [LookupSpec]
  /// The best first; never empty for kinds that need a browser.
  package var capture: [CaptureSpec]
  package var request: RequestSpec
  /// `nil` also when the `identity` hook answers instead.
  package var identity: IdentitySpec?
  package var hooks: Set<Hook>
  package var rehearsal: RehearsalSpec?
  package var source: DescriptorSource
  /// The checks that the descriptor gives up.
  package var loosened: [Loosening]
  /// Fields that still hold and should be written otherwise, with their lines.
  package var deprecations: [DescriptorProblem] = []

  /// How requests carry the access token: a `sign` function sees to it itself.
  package var presentation: TokenPresentation {
    hooks.contains(.sign) ? .signed : request.token
  }

  /// The option called `name`.
  package func option(_ name: String) -> OptionSpec? {
    options.first { $0.name == name }
  }
}

/// The file that a descriptor was read from.
package struct DescriptorSource: Hashable, Sendable {
  /// Where the file is; for messages use `fileName`.
  package var path: String
  package var fileName: String
  package var bytes: [UInt8]
  /// Whether it is, byte for byte, one that came with this authrun.
  package var isShipped: Bool
  /// Where its functions run, and where it was read.
  package var isolation: ScriptIsolation

  package init(
    path: String,
    fileName: String,
    bytes: [UInt8],
    isShipped: Bool = false,
    isolation: ScriptIsolation = .ownProcess
  ) {
    self.path = path
    self.fileName = fileName
    self.bytes = bytes
    self.isShipped = isShipped
    self.isolation = isolation
  }

  /// The SHA-256 of the file in lower-case hexadecimal.
  package func digest(_ hashing: any Hashing) -> String {
    Hex.encode(hashing.digest(.sha256, bytes))
  }
}
