package import Standards

/// Receives the steps of a flow as they happen.
package protocol TraceSink: Sendable {
  func record(_ event: TraceEvent)
}

/// One step of a flow; every secret in it is already a fingerprint.
package enum TraceEvent: Hashable, Sendable {
  case request(step: String, TraceMessage)
  case response(step: String, status: Int, TraceMessage)
  /// A value that was computed, with the formula that computes it.
  case derived(step: String, name: String, formula: String, value: String)
  case note(step: String, String)
}

/// A request or a response in readable form.
package struct TraceMessage: Hashable, Sendable {
  /// Method and URL of a request; empty for a response.
  package var line: String
  package var headers: [HTTPField]
  /// Form or query fields, where the body is a form.
  package var fields: [HTTPField]
  /// The body as text, where it is not a form; cut to a readable length.
  package var body: String

  package init(
    line: String = "",
    headers: [HTTPField] = [],
    fields: [HTTPField] = [],
    body: String = ""
  ) {
    self.line = line
    self.headers = headers
    self.fields = fields
    self.body = body
  }
}
