/// A parsed URI (RFC 3986 §3) that keeps every component byte for byte as it was written.
///
/// Parsing is strict and never repairs: what cannot be read one way only is refused, so that the
/// host that is checked is the host that is contacted.
package struct URI: Sendable {
  private let parts: Parts

  /// In memory of their own, so that a copy of a URI costs as little as one of a reference.
  private final class Parts: Sendable {
    let scheme: String
    let userInfo: String?
    let host: String
    let port: UInt16?
    let path: String
    let query: String?
    let fragment: String?
    let text: String

    init(
      scheme: String,
      userInfo: String?,
      host: String,
      port: UInt16?,
      path: String,
      query: String?,
      fragment: String?,
      text: String
    ) {
      self.scheme = scheme
      self.userInfo = userInfo
      self.host = host
      self.port = port
      self.path = path
      self.query = query
      self.fragment = fragment
      self.text = text
    }
  }

  /// Trusts the components to be those of `text`.
  init(
    scheme: String,
    userInfo: String?,
    host: String,
    port: UInt16?,
    path: String,
    query: String?,
    fragment: String?,
    text: String
  ) {
    parts = Parts(
      scheme: scheme,
      userInfo: userInfo,
      host: host,
      port: port,
      path: path,
      query: query,
      fragment: fragment,
      text: text
    )
  }

  /// The scheme in lower case.
  package var scheme: String { parts.scheme }
  /// User information before `@`, as written; `nil` when there is no `@`.
  package var userInfo: String? { parts.userInfo }
  /// The host in lower case, empty if absent; an IPv6 literal stands in brackets, without a zone.
  package var host: String { parts.host }
  /// The port as written; `nil` when absent or empty.
  package var port: UInt16? { parts.port }
  /// The path as written, percent-encoding kept.
  package var path: String { parts.path }
  /// The query as written, without `?`; `nil` when there is no `?`.
  package var query: String? { parts.query }
  /// The fragment as written, without `#`; `nil` when there is no `#`.
  package var fragment: String? { parts.fragment }
  /// The text that was parsed.
  package var text: String { parts.text }
}

extension URI: Hashable, CustomReflectable {
  /// Two URIs are one when they are written alike; their components follow from the text.
  package static func == (left: URI, right: URI) -> Bool { left.text == right.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }

  package var customMirror: Mirror { Mirror(self, children: ["text": text]) }
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
