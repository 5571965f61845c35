/// Reads what a descriptor file declares.
package enum ScriptDeclaration {
  /// Runs the file in a guest of its own and returns the table given to `provider`, as plain data.
  ///
  /// Functions are `.function`; secrets and host calls do not exist in this phase. Runs on the
  /// calling thread, needs up to 2 MiB of its stack and ends within the limits' processor time.
  ///
  /// `chunkName` is the file's name for messages, of which only the last part is shown. Errors are
  /// `syntax`, `runtime`, `limit` or `phase`, with file and line.
  package static func load(
    source: [UInt8],
    chunkName: String,
    limits: ScriptLimits = .standard
  ) throws(ScriptError) -> ScriptTable {
    let guest = try Guest(limits: limits, chunkName: chunkName, host: nil)
    try guest.load(source)
    let message = try guest.declare()
    var reader = ScriptMessageReader(message)
    guard case .table(let table) = try? reader.value() else {
      throw ScriptError(.runtime, "the declaration cannot be read", location: guest.chunkName)
    }
    return table
  }
}
