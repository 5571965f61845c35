import Standards

/// A request as a script asked for it, checked and ready to be sent.
struct ScriptRequest: Sendable {
  /// Which statuses are no failure.
  enum Expectation: Sendable {
    case any
    case success
    case among([Int])

    func allows(_ status: Int) -> Bool {
      switch self {
      case .any: true
      case .success: (200..<300).contains(status)
      case .among(let statuses): statuses.contains(status)
      }
    }
  }

  /// Where in a response a token lies.
  enum Source: Sendable {
    case body(JSONPointer)
    case header(String)
    /// A cookie that the response sets.
    case cookie(String)
  }

  var request: HTTPRequest
  /// What to cut out of the response, by the name in `taken`.
  var take: [String: Source] = [:]
  var expectation = Expectation.any
  var timeout: Duration?

  /// Method, origin and path, for messages.
  var title: String { "\(request.method) \(request.url.redacted)" }
}
