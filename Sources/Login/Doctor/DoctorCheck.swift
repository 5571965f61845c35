/// One thing that `authrun doctor` looked at.
package struct DoctorCheck: Hashable, Sendable {
  package enum Status: String, Hashable, Sendable {
    case ok
    /// Works, and may not always.
    case warning
    /// Something will fail.
    case problem
  }

  /// What was looked at, such as `vault` or `host api.spotify.com`.
  package var name: String
  package var status: Status
  package var message: String
  package var hint: String?
  /// What kind of failure a problem will be.
  package var code: AuthRunError.Code?

  package init(
    _ name: String,
    _ status: Status,
    _ message: String,
    hint: String? = nil,
    code: AuthRunError.Code? = nil
  ) {
    self.name = name
    self.status = status
    self.message = message
    self.hint = hint
    self.code = code
  }

  /// The problem that an error is.
  package init(_ name: String, _ error: AuthRunError) {
    self.init(
      name,
      .problem,
      [error.location, error.message].compactMap(\.self).joined(separator: ": "),
      hint: error.hint,
      code: error.code
    )
  }
}
