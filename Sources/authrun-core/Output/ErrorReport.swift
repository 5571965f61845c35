import Login
import Standards

/// What is said about a failure: lines for people, one object for programs.
struct ErrorReport {
  let error: AuthRunError
  /// Further faults found at the same time, as the faults of one descriptor.
  var others: [AuthRunError] = []

  /// `authrun: spotify/default: token: invalid_grant: refresh token revoked`, then the hint, indented.
  func lines(style: Style) -> [String] {
    ([error] + others).flatMap { Self.lines($0, style: style) }
  }

  private static func lines(_ error: AuthRunError, style: Style) -> [String] {
    var parts = ["authrun"]
    if let location = error.location {
      parts.append(location)
    }
    if let provider = error.provider {
      parts.append(error.account.map { "\(provider)/\($0)" } ?? provider)
    }
    if let step = error.step {
      parts.append(step)
    }
    if let code = error.providerError {
      parts.append(code)
    }
    let start = VisibleText.line(parts.joined(separator: ": "))
    var lines = ["\(style.error(start)): \(VisibleText.of(error.message))"]
    if let hint = error.hint {
      lines += VisibleText.of(hint).split(separator: "\n").map { "  \($0)" }
    }
    return lines
  }

  /// `{"error":{"code","provider","account","step","message","hint","provider_error"?}}`.
  var json: JSONValue {
    var error = Self.object(self.error)
    if !others.isEmpty {
      error["problems"] = .array(([self.error] + others).map { .object(Self.object($0)) })
    }
    return .object(JSONObject([("error", .object(error))]))
  }

  private static func object(_ error: AuthRunError) -> JSONObject {
    var object = JSONObject([
      ("code", .string(error.code.rawValue)),
      ("provider", .text(error.provider)),
      ("account", .text(error.account)),
      ("step", .text(error.step)),
      ("message", .string(error.message)),
      ("hint", .text(error.hint)),
    ])
    if let code = error.providerError { object["provider_error"] = .string(code) }
    if let location = error.location { object["location"] = .string(location) }
    return object
  }
}
