import HTTP
import Standards

/// A redirect URI split into what the listener must compare (RFC 8252 §7.3).
///
/// The text that is registered with the provider is kept byte for byte; only the port may be
/// filled in, and it is filled in before anything is sent.
package struct CaptureTarget: Hashable, Sendable {
  /// The redirect URI as given, perhaps with `{port}`.
  package let template: String
  /// The host of the URI in lower case, brackets of an IPv6 literal included.
  package let host: String
  /// Where to listen for that host.
  let address: LoopbackAddress
  /// The port to listen on; `nil` lets the system choose.
  package let port: UInt16?
  package let path: String

  /// Reads a redirect URI that a listener on this machine can serve; `nil` for any other.
  ///
  /// Port 0 is none: the system would listen on another, which the provider is not told.
  package init?(template: String) {
    let probe = template.replacing("{port}", with: "1")
    guard let uri = try? URI(probe), uri.scheme == "http", uri.userInfo == nil,
      uri.query == nil, uri.fragment == nil, uri.port != 0,
      let address = LoopbackAddress(rawValue: uri.host)
    else { return nil }
    self.template = template
    host = uri.host
    self.address = address
    port = template.contains("{port}") ? nil : uri.effectivePort
    path = uri.path.isEmpty ? "/" : uri.path
  }

  /// The redirect URI to send, once the port is known.
  package func redirectURI(port: UInt16) -> String {
    template.replacing("{port}", with: String(port))
  }
}
