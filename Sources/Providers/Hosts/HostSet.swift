package import Standards

/// A scheme, a host and a port that may be reached.
package struct HostEntry: Hashable, Sendable, CustomStringConvertible {
  package let scheme: String
  package let host: String
  package let port: UInt16?

  package init(_ uri: URI) {
    scheme = uri.scheme
    host = uri.host
    port = uri.effectivePort
  }

  /// The host, with the port where it is not the usual one of https, and the scheme where it is http.
  package var description: String {
    if scheme == "http" { return port.map { "http://\(host):\($0)" } ?? "http://\(host)" }
    return port == 443 ? host : port.map { "\(host):\($0)" } ?? host
  }
}

/// The hosts that may be reached: exactly these, each with its scheme and port.
package struct HostSet: Hashable, Sendable {
  package private(set) var entries: Set<HostEntry>

  package init(_ entries: some Sequence<HostEntry> = []) {
    self.entries = Set(entries)
  }

  package mutating func insert(_ entry: HostEntry) {
    entries.insert(entry)
  }

  package mutating func formUnion(_ other: HostSet) {
    entries.formUnion(other.entries)
  }

  /// Whether all that `other` allows is allowed.
  package func covers(_ other: HostSet) -> Bool { other.entries.isSubset(of: entries) }

  /// Whether a request to `uri` is allowed.
  ///
  /// The URI has been read strictly, so its host is in lower case and the host that is contacted. What
  /// two readers could take for different hosts is refused: user information and a final dot.
  package func allows(_ uri: URI) -> Bool {
    uri.objectionToContact == nil && entries.contains(HostEntry(uri))
  }

  /// The entries as text in the order of the alphabet, as credentials remember them.
  package var names: [String] { entries.map(\.description).sorted() }
}
