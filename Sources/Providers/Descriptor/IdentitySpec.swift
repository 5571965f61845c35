package import Standards

/// How to find out who has logged in.
package struct IdentitySpec: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    /// A path below the request base, or a whole URL.
    case get(TextTemplate)
    case post(TextTemplate)
    /// The token response itself.
    case tokenResponse
  }

  package var source: Source
  package var id: JSONPointer?
  package var login: JSONPointer?
  package var name: JSONPointer?
  package var email: JSONPointer?
}
