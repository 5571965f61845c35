/// A host call that the script made in vain.
enum HostCallError: Error {
  /// Wrong use: an error at the script's line.
  case raise(String)
  /// It failed with a code, which the operation ends with if the script does not catch it.
  case fail(ScriptFailure)
  /// A limit of the host.
  case stop(String)

  static func fail(_ code: ScriptFailureCode, _ message: String) -> HostCallError {
    .fail(ScriptFailure(code, message))
  }

  var answer: Guest.Answer {
    switch self {
    case .raise(let message): .raise(message)
    case .fail(let failure): .fail(failure.payload)
    case .stop(let message): .stop(message)
    }
  }
}
