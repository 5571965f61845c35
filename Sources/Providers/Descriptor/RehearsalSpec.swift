package import Standards

/// What a rehearsal needs to know to play the provider.
package struct RehearsalSpec: Hashable, Sendable {
  /// Values to rehearse with, as a user would type them.
  package var options: [String: String]
  package var replies: [RehearsalReply]
}

/// A request that must arrive as described, and its answer.
package struct RehearsalReply: Hashable, Sendable {
  package var method: String
  package var path: String
  /// The form fields that must arrive, no others; `nil` when the body is not looked at.
  package var form: [EndpointSpec.NamedTemplate]?
  /// Whether the request must carry the access token given before.
  package var requiresBearer: Bool
  package var status: Int
  /// Fields of the answer, in whose values tokens are filled in as in `json`; `Set-Cookie` among them.
  package var headers: [HTTPField]
  /// The body; texts in it may be `{jwt}` or `{random}`.
  package var json: JSONValue?
}
