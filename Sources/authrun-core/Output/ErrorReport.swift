import Login
import Standards

/// What is said about a failure: lines for people, one object for programs.
struct ErrorReport {
  let error: AuthRunError
  /// Whether the calls of a script that led to the error are shown.
  var isVerbose = false

  /// `authrun: spotify/default: token: invalid_grant: refresh token revoked`, then the hint, indented.
  func lines(style: Style) -> [String] {
    var lines = ["\(style.error(start)): \(VisibleText.of(error.message))"]
    if error.problems.count > 1 {
      // The lines of a descriptor's faults begin with their own places.
      let start = error.code == .descriptorInvalid ? "authrun" : start
      lines = error.problems.map { "\(style.error(start)): \(VisibleText.of($0))" }
    }
    if let hook { lines.append("  in \(VisibleText.line(hook))") }
    if isVerbose { lines += error.traceback.map { "  \(VisibleText.line($0))" } }
    if let hint = error.hint {
      lines += VisibleText.of(hint).split(separator: "\n").map { "  \($0)" }
    }
    return lines
  }

  /// The hook that ran, where the place alone begins the line.
  private var hook: String? {
    guard error.code == .descriptorInvalid, error.location != nil, error.step != "descriptor"
    else { return nil }
    return error.step
  }

  private var start: String {
    var parts = ["authrun"]
    // A fault of the file itself is found by its place alone, as compilers tell it.
    if error.code != .descriptorInvalid || error.location == nil {
      if let provider = error.provider {
        parts.append(error.account.map { "\(provider)/\($0)" } ?? provider)
      }
      if let step = error.step { parts.append(step) }
    }
    if let location = error.location { parts.append(location) }
    // Where the message quotes the provider, its code stands there already.
    if let code = error.providerError, !error.message.hasPrefix(code) { parts.append(code) }
    return VisibleText.line(parts.joined(separator: ": "))
  }

  /// `{"error":{"code","provider","account","step","message","hint","provider_error"?}}`.
  var json: JSONValue {
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
    if !error.traceback.isEmpty { object["traceback"] = .texts(error.traceback) }
    if !error.problems.isEmpty { object["problems"] = .texts(error.problems) }
    return .object(JSONObject([("error", .object(object))]))
  }
}
