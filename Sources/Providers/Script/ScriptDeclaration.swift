/// Reads what a descriptor file declares.
package enum ScriptDeclaration {
  /// Runs the file in a guest of its own and returns the table given to `provider`, as plain data.
  ///
  /// Functions are `.function`; secrets and host calls do not exist in this phase. Runs on the
  /// calling thread, needs up to 2 MiB of its stack and ends within the limits' processor time; with
  /// a process of its own, that has the stack, and the thread waits for it. The process is what holds
  /// where nobody says otherwise, here and in all that reads files.
  ///
  /// `chunkName` is the file's name for messages, of which only the last part is shown. Errors are
  /// `syntax`, `runtime`, `limit` or `phase`, with file and line.
  package static func load(
    source: [UInt8],
    chunkName: String,
    limits: ScriptLimits = .standard,
    isolation: ScriptIsolation = .ownProcess
  ) throws(ScriptError) -> ScriptTable {
    var machine: MeteredMachine
    switch isolation {
    case .thread:
      machine = MeteredMachine(
        try LocalMachine(source: source, chunkName: chunkName, limits: limits, host: nil)
      )
    case .process(let program):
      machine = MeteredMachine(
        try HelperMachine(
          program: program,
          source: source,
          chunkName: chunkName,
          limits: limits,
          host: nil
        )
      )
    }
    let message = try machine.declare()
    var reader = ScriptMessageReader(message, atMost: limits.values)
    guard case .table(let table) = try? reader.value() else {
      if reader.valuesLeft == 0 {
        throw ScriptError(
          .limit,
          "the descriptor has more than \(limits.values) values",
          location: "\(machine.chunkName):\(KeyLocator(source: source).providerLine)"
        )
      }
      throw ScriptError(.runtime, "the declaration cannot be read", location: machine.chunkName)
    }
    machine.retire()
    return table
  }
}
