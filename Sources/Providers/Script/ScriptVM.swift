import Standards

/// Runs one operation: a guest of its own, on one of the script threads while it computes.
actor ScriptVM {
  private let thread = ScriptThread.next()

  nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// Loads the file, calls the hook, and answers its host calls until it ends.
  func run(
    _ operation: ScriptOperation,
    hook: String,
    arguments: [ScriptValue],
    context: ScriptContext
  ) async throws(ScriptError) -> ScriptOutcome {
    let host = ScriptHost(context, limits: operation.limits)
    let guest = try Guest(limits: operation.limits, chunkName: operation.chunkName, host: host)
    try guest.load(operation.source)
    _ = try guest.declare()
    var status = guest.start(hook, message(arguments, context))
    while true {
      switch status {
      case .done(let bytes):
        return try outcome(bytes, host, guest.chunkName, hook)
      case .ended(let error):
        throw error.redacted(host.context.secrets)
      case .pending:
        let answer = try await answer(host, guest.chunkName, hook)
        status = guest.resume(answer, hook: hook)
      }
    }
  }

  private func message(_ arguments: [ScriptValue], _ context: ScriptContext) -> [UInt8] {
    var writer = ScriptMessageWriter()
    writer.list(arguments.count + 1)
    ContextTable.write(context, into: &writer)
    for argument in arguments { writer.value(argument, name: context.secrets.name) }
    return writer.bytes
  }

  private func outcome(
    _ bytes: [UInt8],
    _ host: ScriptHost,
    _ chunkName: String,
    _ hook: String
  ) throws(ScriptError) -> ScriptOutcome {
    var reader = ScriptMessageReader(bytes)
    guard case .table(let list) = try? reader.value(), let returned = list.sequence.first else {
      throw ScriptError(.runtime, "the result cannot be read", location: chunkName, hook: hook)
    }
    return ScriptOutcome(
      returned: returned,
      arguments: Array(list.sequence.dropFirst()),
      secrets: host.context.secrets
    )
  }

  private func answer(
    _ host: ScriptHost,
    _ chunkName: String,
    _ hook: String
  ) async throws(ScriptError) -> Guest.Answer {
    guard let effect = host.pending else { return .raise("nothing to wait for") }
    let clock = ContinuousClock()
    let start = clock.now
    let result = await ScriptWait.perform(
      effect,
      host.context.effects,
      requestTime: host.requestTime
    )
    // The one who called is gone: nobody wants an answer, and the guest is freed where it waits.
    if Task.isCancelled {
      throw ScriptError(.cancelled, "cancelled", location: chunkName, hook: hook)
    }
    if case .failure(let error) = result, error is ScriptWait.OutOfTime {
      return .stop("the requests of this operation take too long")
    }
    return host.finish(result, after: clock.now - start)
  }
}

extension ScriptError {
  fileprivate func redacted(_ secrets: SecretTable) -> ScriptError {
    var error = self
    error.message = secrets.redacted(message)
    return error
  }
}
