/// Why a local server does not listen.
package struct ServerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is in the way.
  package enum Kind: Hashable, Sendable {
    case portInUse(UInt16)
    /// The port needs rights that this process lacks.
    case portNotPermitted(UInt16)
    case unavailable
    /// Certificate and key make no TLS server.
    case tls
  }

  package let kind: Kind
  package let message: String

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  package var description: String { message }
}
