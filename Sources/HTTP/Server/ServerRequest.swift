package import Standards

/// A request as a local client sent it; nothing is decoded.
package struct ServerRequest: Hashable, Sendable {
  package var method: String
  /// The request target byte for byte: path and query.
  package var target: String
  package var headers: HTTPFields
  package var body: [UInt8]

  package init(
    method: String,
    target: String,
    headers: HTTPFields = HTTPFields(),
    body: [UInt8] = []
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
  }

  /// The target before the first `?`.
  package var path: String {
    target.firstIndex(of: "?").map { String(target[..<$0]) } ?? target
  }

  /// The target after the first `?`; `nil` when there is none.
  package var query: String? {
    target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
  }

  /// The `Host` field; a handler that is reached under a foreign name is being tricked (DNS rebinding).
  package var host: String? { headers["Host"] }
}
