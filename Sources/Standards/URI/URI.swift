/// A parsed URI (RFC 3986 §3) that keeps every component byte for byte as it was written.
///
/// Parsing is strict and never repairs: what cannot be read one way only is refused, so that the
/// host that is checked is the host that is contacted.
package struct URI: Hashable, Sendable {
  /// The scheme in lower case.
  package let scheme: String
  /// User information before `@`, as written; `nil` when there is no `@`.
  package let userInfo: String?
  /// The host in lower case; an IPv6 literal stands in brackets, without a zone. Empty if absent.
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
