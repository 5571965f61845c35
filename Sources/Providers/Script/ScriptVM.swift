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
    guard case .process(let program) = operation.isolation else {
      let host = ScriptHost(context, limits: operation.limits)
      let machine = try LocalMachine(
        source: operation.source,
        chunkName: operation.chunkName,
        limits: operation.limits,
        host: host
      )
      return try await serve(machine, host, hook, arguments)
    }
    let company: HelperPool.Company = context.effects.mayAskUser ? .user : .network
    guard await HelperPool.shared.enter(company) else {
      throw ScriptError(.cancelled, "cancelled", location: operation.chunkName, hook: hook)
    }
    defer { HelperPool.shared.leave(company) }
    let host = ScriptHost(context, limits: operation.limits)
    let machine = try HelperMachine(
      program: program,
      source: operation.source,
      chunkName: operation.chunkName,
      limits: operation.limits,
      host: host
    )
    return try await serve(machine, host, hook, arguments)
  }

  private func serve(
    _ guest: any GuestMachine,
    _ host: ScriptHost,
    _ hook: String,
    _ arguments: [ScriptValue]
  ) async throws(ScriptError) -> ScriptOutcome {
    var machine = MeteredMachine(guest)
    _ = try machine.declare()
    var status = machine.start(hook, message(arguments, host.context))
    while true {
      switch status {
      case .done(let bytes):
        machine.retire()
        var outcome = try outcome(bytes, host, machine.chunkName, hook)
        outcome.processorTime = machine.processorTime
        return outcome
      case .ended(let error):
        machine.retire()
        throw error.redacted(host.context.secrets)
      case .pending:
        let answer = try await answer(host, machine.chunkName, hook)
        status = machine.resume(answer, hook: hook)
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
    guard case .table(let list) = try? reader.value(), let returned = list.sequence.first,
      list.sequence.count > 1, let second = list.sequence.last
    else {
      throw ScriptError(.runtime, "the result cannot be read", location: chunkName, hook: hook)
    }
    return ScriptOutcome(
      returned: returned,
      second: second.text,
      arguments: Array(list.sequence.dropFirst().dropLast()),
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
    if case .failed(let code, let providerCode?) = kind {
      error.kind = .failed(code, providerCode: secrets.redacted(providerCode))
    }
    return error
  }
}
