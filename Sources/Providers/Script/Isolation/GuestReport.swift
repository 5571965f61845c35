import LuaGuest

/// What a phase of a guest left behind, read from the guest itself or from a helper's frame.
///
/// A helper may have been taken over by its script, so nothing here is believed: texts are made
/// printable, and a place must be one in the script's file.
struct GuestReport {
  var status: UInt32
  var message = ""
  var location = ""
  var traceback = ""
  var output: [UInt8] = []

  private static let longestTraceback = 20

  func result(
    chunkName: String,
    hook: String?,
    effectError: (Int) -> (any Error)?
  ) -> Guest.Status {
    switch lg_status(status) {
    case LG_DONE: .done(output)
    case LG_PENDING: .pending
    case LG_SYNTAX: .ended(error(.syntax, chunkName, hook))
    case LG_LIMIT: .ended(error(.limit, chunkName, hook))
    case LG_FAILURE: .ended(failure(chunkName, hook, effectError))
    default: .ended(error(.runtime, chunkName, hook))
    }
  }

  private func error(
    _ kind: ScriptError.Kind,
    _ chunkName: String,
    _ hook: String?
  ) -> ScriptError {
    // Lua puts the place before most texts; for others there is where the script was.
    var (place, text) = ErrorPlace.split(message, chunkName: chunkName)
    if place == chunkName { place = self.place(in: chunkName) }
    return ScriptError(
      kind,
      PrintableText.of(text),
      location: place,
      traceback: calls,
      hook: hook
    )
  }

  private func failure(
    _ chunkName: String,
    _ hook: String?,
    _ effectError: (Int) -> (any Error)?
  ) -> ScriptError {
    let failure = ScriptFailure(payload: output)
    var error = ScriptError(
      failure.kind,
      PrintableText.of(failure.message),
      location: place(in: chunkName),
      traceback: calls,
      hook: hook,
      underlying: failure.effectError.flatMap(effectError)
    )
    error.isVerdict = failure.isVerdict
    return error
  }

  /// The location where it is a line of the file, or the file alone.
  private func place(in chunkName: String) -> String {
    let line = location.hasPrefix(chunkName + ":") ? location.dropFirst(chunkName.count + 1) : ""
    guard (1...7).contains(line.utf8.count), line.utf8.allSatisfy({ (48...57).contains($0) }) else {
      return chunkName
    }
    return location
  }

  private var calls: [String] {
    traceback.split(separator: "\n").prefix(Self.longestTraceback).map {
      PrintableText.of(String($0), limit: 200)
    }
  }
}
