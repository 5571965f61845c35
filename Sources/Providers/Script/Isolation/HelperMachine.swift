/// A guest in a helper process, spoken to in frames; to its user it is like one in this process.
///
/// Calls block the thread until the helper answers. A helper that crashes, speaks otherwise or takes
/// too long is killed, and ends its operation as a limit does.
final class HelperMachine: GuestMachine {
  let chunkName: String
  private let source: [UInt8]
  private let limits: ScriptLimits
  private let host: (any Guest.Host)?
  private let pool: HelperPool
  private let lease: HelperPool.Lease
  /// The time that the helper may still take, waits for the host's own work not counted.
  private var timeLeft: Duration
  private var isSound = true
  /// What the helper had taken when this guest's turn began.
  private let processorTimeBefore: Duration

  init(
    program: String,
    source: [UInt8],
    chunkName: String,
    limits: ScriptLimits,
    host: (any Guest.Host)?,
    pool: HelperPool = .shared
  ) throws(ScriptError) {
    self.chunkName = Guest.shortName(chunkName)
    self.source = source
    self.limits = limits
    self.host = host
    self.pool = pool
    timeLeft = limits.wallTime
    lease = try pool.lease(
      HelperPool.Key(program: program, chunkName: self.chunkName, source: source)
    )
    processorTimeBefore = ProcessorClock.process(lease.helper.process.number)
  }

  /// The kernel's word for it, not the helper's.
  var processorTimeElsewhere: Duration {
    ProcessorClock.process(processNumber) - processorTimeBefore
  }

  var processNumber: Int32 { lease.helper.process.number }

  func declare() throws(ScriptError) -> [UInt8] {
    switch exchange(HelperFrame.load(source, chunkName: chunkName, limits: limits), hook: nil) {
    case .done(let bytes): return bytes
    case .ended(let error): throw error
    case .pending:
      throw ScriptError(.phase, "the file waits while it loads", location: chunkName)
    }
  }

  func start(_ hook: String, _ arguments: [UInt8]) -> Guest.Status {
    exchange(HelperFrame.start(hook, arguments), hook: hook)
  }

  func resume(_ answer: Guest.Answer, hook: String) -> Guest.Status {
    exchange(HelperFrame.resume(answer), hook: hook)
  }

  func retire() {
    if isSound { pool.giveBack(lease) }
  }

  /// Sends a frame and answers the script's calls until its phase ends or has to wait.
  private func exchange(_ frame: [UInt8], hook: String?) -> Guest.Status {
    let start = ContinuousClock.now
    let deadline = start + timeLeft
    defer { timeLeft -= .now - start }
    do throws(HelperProcess.Broken) {
      let process = lease.helper
      try process.process.send(frame, until: deadline)
      while true {
        // Beside the value there are only short texts.
        let arrived = try process.process.receive(
          atMost: limits.message + (64 << 10),
          until: deadline
        )
        guard let arrival = try? HelperFrame.read(arrived) else { throw .malformed }
        switch arrival {
        case .ready: throw .malformed
        case .call(let name, let arguments, let mayWait):
          let before = ProcessorClock.thread
          let answer = answer(name, arguments, mayWait)
          let taken = ProcessorClock.thread - before
          try process.process.send(HelperFrame.answer(answer, after: taken), until: deadline)
        case .ended(let report):
          let status = report.result(chunkName: chunkName, hook: hook) { [host] in
            host?.effectError($0)
          }
          // After a limit, the next file may have a helper that never met it.
          if case .ended(let error) = status, error.kind == .limit { isSound = false }
          return status
        }
      }
    } catch {
      isSound = false
      return .ended(broken(error, hook))
    }
  }

  private func answer(_ name: String, _ arguments: [UInt8], _ mayWait: Bool) -> Guest.Answer {
    let none = Guest.Answer.raise("the host is not available here")
    return host?.answer(name, arguments, mayWait: mayWait) ?? none
  }

  private func broken(_ cause: HelperProcess.Broken, _ hook: String?) -> ScriptError {
    let message: String
    switch cause {
    case .late: message = "the script takes too long"
    case .malformed: message = "the script has broken its interpreter"
    case .ended:
      let signal = lease.helper.process.signal()
      message =
        signal == 0
        ? "the interpreter has ended under the script"
        : "the interpreter has crashed under the script (signal \(signal))"
    }
    // Nobody is left to ask for the line: the hook's own has to do.
    let locator = KeyLocator(source: source)
    let line = hook.map(locator.line(of:)) ?? locator.providerLine
    return ScriptError(.limit, message, location: "\(chunkName):\(line)", hook: hook)
  }
}
