package import Standards

/// How to find out who has logged in.
package struct IdentitySpec: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    /// A path below the request base, or a whole URL.
    case get(TextTemplate)
    case post(TextTemplate)
    /// The token response itself.
    case tokenResponse
    /// The verified ID token.
    case idToken
    /// The endpoint of OpenID Connect, whose `sub` must be that of the ID token (Core §5.3.2).
    case userinfo
  }

  /// What a `post` carries.
  package enum Body: Hashable, Sendable {
    case empty
    case form([EndpointSpec.NamedTemplate])
    case json([EndpointSpec.NamedTemplate])
  }

  package var source: Source
  package var headers: [EndpointSpec.NamedTemplate] = []
  package var body = Body.empty
  package var id: JSONPointer?
  package var login: JSONPointer?
  package var name: JSONPointer?
  package var email: JSONPointer?

  /// Where OpenID Connect has a person's names (Core §5.1).
  package static func standardClaims(from source: Source) -> IdentitySpec {
    IdentitySpec(
      source: source,
      id: try? JSONPointer("/sub"),
      login: try? JSONPointer("/preferred_username"),
      name: try? JSONPointer("/name"),
      email: try? JSONPointer("/email")
    )
  }
}
