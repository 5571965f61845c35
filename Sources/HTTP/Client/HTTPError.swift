/// An exchange that brought no complete answer: which host, what failed, in plain words.
///
/// The message names the host and port, never the path, the query, a header or a body.
package struct HTTPError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What failed.
  package enum Kind: Hashable, Sendable {
    /// The request cannot be sent as it is; nothing was sent.
    case invalidRequest
    /// The host's name has no address.
    case resolve
    /// The host's name stands for an address that it may not have.
    case refusedAddress
    /// The proxy that the environment names cannot be used.
    case proxy
    /// No connection: nothing listens there.
    case refused
    /// No connection for another reason.
    case connect
    case tls(TLSFault)
    /// The time was over, at this point of the exchange.
    case timeout(afterSeconds: Double, phase: Phase)
    /// The answer is larger than this many bytes.
    case tooLarge(limit: Int)
    /// The connection ended before the answer was complete.
    case closedEarly
    /// The answer is not HTTP, or not decodable.
    case `protocol`
    /// The caller gave up.
    case cancelled
    /// A fault of this process: memory, threads, a file that cannot be read.
    case `internal`
  }

  /// Why TLS gave no connection.
  package enum TLSFault: String, Hashable, Sendable {
    /// The certificate is for other names.
    case nameMismatch
    /// No trusted authority stands behind the certificate.
    case unknownAuthority
    case expired
    case notYetValid
    /// The certificate was refused for another reason.
    case refusedCertificate
    /// The two sides found no common ground, or the peer speaks no TLS.
    case handshake
    /// The file of trusted certificates cannot be used.
    case trustFile
  }

  /// The point that an exchange had reached.
  package enum Phase: String, Hashable, Sendable {
    case queued
    case resolving
    case connecting
    case handshake
    /// Connected, the request (partly) sent, no answer yet.
    case waiting
    case receiving
  }

  package let kind: Kind
  /// The host of the request's URL, with its port when the URL names one.
  package let host: String
  /// Host and cause, without the word "error" and without secrets.
  package let message: String

  package init(_ kind: Kind, host: String, _ cause: String) {
    self.kind = kind
    self.host = host
    message = host.isEmpty ? cause : "\(host): \(cause)"
  }

  package var description: String { message }

  /// Whether the same request may succeed later without anything being changed.
  package var isTransient: Bool {
    switch kind {
    case .resolve, .refused, .connect, .timeout, .closedEarly, .proxy: true
    case .tls(let fault): fault == .handshake
    case .refusedAddress, .invalidRequest, .tooLarge, .protocol, .cancelled, .internal: false
    }
  }
}
