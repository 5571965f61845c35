/// Why a script did not do its work, and where.
package struct ScriptError: Error, Sendable, CustomStringConvertible {
  /// What kind of end it was.
  package enum Kind: Hashable, Sendable {
    /// The file is not a Lua chunk, or not one that may be loaded.
    case syntax
    /// The script raised an error, or used something wrongly.
    case runtime
    /// The script used more than it may.
    case limit
    /// Something was used at a time when it is not there, such as the network while a file loads.
    case phase
    /// The script said so with `ctx.fail`, or did not catch a failed host call.
    case failed(ScriptFailureCode, providerCode: String?)
    /// The operation was cancelled while it waited.
    case cancelled
    /// There is no helper process for the script to run in; a fault of the surroundings.
    case unavailable
  }

  package var kind: Kind
  /// The cause: one line, printable, at most 1 KiB, without the place.
  package var message: String
  /// The script's line as `acme.lua:17`, or the file alone.
  package var location: String
  /// The calls that led there, innermost first, each as `acme.lua:12: in 'login'`.
  package var traceback: [String]
  /// The hook that ran, or `nil` while the file loaded.
  package var hook: String?
  /// Whether the script said so itself, with `ctx.fail`; its author knows then where that was.
  package var isVerdict = false
  /// The error of an effect that the script did not catch.
  package var underlying: (any Error)?
  /// The processor time that the operation had taken by then; zero where it had not begun.
  package var processorTime = Duration.zero

  package init(
    _ kind: Kind,
    _ message: String,
    location: String,
    traceback: [String] = [],
    hook: String? = nil,
    underlying: (any Error)? = nil
  ) {
    self.kind = kind
    self.message = message
    self.location = location
    self.traceback = traceback
    self.hook = hook
    self.underlying = underlying
  }

  package var description: String { "\(location): \(message)" }

  /// The line in the file, when it is known.
  package var line: Int? {
    guard let colon = location.lastIndex(of: ":") else { return nil }
    return Int(location[location.index(after: colon)...])
  }
}

/// The codes that a script may fail with; each is an `AuthRunError` code of the same text.
package enum ScriptFailureCode: String, Hashable, Sendable, CaseIterable {
  case accessDenied = "access_denied"
  case invalidClient = "invalid_client"
  case invalidGrant = "invalid_grant"
  case invalidCredentials = "invalid_credentials"
  case providerRefused = "provider_refused"
  case loginNeeded = "login_needed"
  case inputInvalid = "input_invalid"
  case network
  case serviceUnavailable = "service_unavailable"
  case timeout
  case `protocol`
  case stateMismatch = "state_mismatch"
  case hostNotAllowed = "host_not_allowed"
}
