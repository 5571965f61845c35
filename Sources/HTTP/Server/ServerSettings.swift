/// Where a local server listens.
package enum LoopbackAddress: String, Hashable, Sendable {
  /// 127.0.0.1
  case ipv4 = "127.0.0.1"
  /// ::1
  case ipv6 = "[::1]"
  /// Both, on the same port, because a browser may try either; IPv4 alone where there is no IPv6.
  case localhost
}

/// The certificate chain and private key of a TLS server, in PEM.
package struct ServerTLS: Sendable {
  package var certificatePEM: String
  package var privateKeyPEM: String

  package init(certificatePEM: String, privateKeyPEM: String) {
    self.certificatePEM = certificatePEM
    self.privateKeyPEM = privateKeyPEM
  }
}

/// Bounds of a local server, so that no local client can hold it up or fill its memory.
package struct ServerLimits: Hashable, Sendable {
  /// Bytes of a request's body.
  package var maxBody: Int
  /// Bytes of request line and header fields together.
  package var maxHeader: Int
  /// Connections at a time, to each address.
  package var connections: Int
  /// Until a request is complete, however steadily it drips in.
  package var requestTimeout: Duration
  /// For answers that are still to be given when the server stops.
  package var stopTimeout: Duration

  package init(
    maxBody: Int = 64 << 10,
    maxHeader: Int = 32 << 10,
    connections: Int = 64,
    requestTimeout: Duration = .seconds(10),
    stopTimeout: Duration = .seconds(2)
  ) {
    self.maxBody = maxBody
    self.maxHeader = maxHeader
    self.connections = connections
    self.requestTimeout = requestTimeout
    self.stopTimeout = stopTimeout
  }

  package static let standard = ServerLimits()
}
