/// A parsed URI (RFC 3986 §3) that keeps every component byte for byte as it was written.
///
/// Parsing is strict and never repairs: what cannot be read one way only is refused, so that the
/// host that is checked is the host that is contacted.
package struct URI: Hashable, Sendable {
  /// The scheme in lower case.
  package let scheme: String
  /// User information before `@`, as written; `nil` when there is no `@`.
  package let userInfo: String?
  /// The host in lower case, empty if absent; an IPv6 literal stands in brackets, without a zone.
  package let host: String
  /// The port as written; `nil` when absent or empty.
  package let port: UInt16?
  /// The path as written, percent-encoding kept.
  package let path: String
  /// The query as written, without `?`; `nil` when there is no `?`.
  package let query: String?
  /// The fragment as written, without `#`; `nil` when there is no `#`.
  package let fragment: String?
  /// The text that was parsed.
  package let text: String
}

extension URI {
  /// Parses an absolute URI of ASCII text.
  ///
  /// Beyond RFC 3986, `[` and `]` are taken in a path or query because services use them in names of
  /// parameters. A host must be a DNS name without a trailing dot, a dotted-decimal IPv4 address, or an
  /// IPv6 address without a zone; a host that C libraries would read as another spelling of an IPv4
  /// address (`127.1`, `0x7f000001`) is refused.
  package init(_ text: String) throws(URIError) {
    var parser = URIParser(text: text)
    self = try parser.parse()
  }

  /// Parses what a person typed: what may not stand in a path, query or fragment is percent-encoded.
  ///
  /// Encoded are the UTF-8 bytes of characters outside ASCII, spaces, and `"<>^{|}` with the backquote;
  /// a backslash only after the first `?`, since some programs read it as a slash before. The scheme and the
  /// authority stay as strict as in `init(_:)`, and so do percent escapes.
  package init(typed text: String) throws(URIError) {
    try self.init(URIParser.encodingTyped(text))
  }

  /// The port that is connected to: the written one, or 443 or 80 by the scheme.
  package var effectivePort: UInt16? { port ?? defaultPort }

  private var defaultPort: UInt16? {
    switch scheme {
    case "https": 443
    case "http": 80
    default: nil
    }
  }

  /// The host with the port if it is not the scheme's: the value of a `Host` field (RFC 9110 §7.2).
  package var authority: String {
    guard let port, port != defaultPort else { return host }
    return "\(host):\(port)"
  }

  /// The scheme with the authority (RFC 6454 §6.2): equal for two URIs of one origin.
  package var origin: String { "\(scheme)://\(authority)" }

  /// The path with the query as a request line carries it (RFC 9112 §3.2.1).
  package var requestTarget: String {
    let path = path.isEmpty ? "/" : path
    guard let query else { return path }
    return "\(path)?\(query)"
  }

  /// Whether the host is this machine by its very name: 127.0.0.0/8, `[::1]` or `localhost`.
  package var isLoopback: Bool {
    host == "localhost" || IPAddress(host: host)?.isLoopback == true
  }

  /// The URI without user information, query and fragment, for messages and logs.
  package var redacted: String {
    host.isEmpty ? "\(scheme):…" : "\(origin)\(path)"
  }
}
