import LuaGuest

/// One guest from its source to its last hook, wherever it runs; the bytes that cross are the same.
protocol GuestMachine: AnyObject {
  /// The file's name as messages show it.
  var chunkName: String { get }
  /// Runs the file and returns the encoded table that it declares.
  func declare() throws(ScriptError) -> [UInt8]
  func start(_ hook: String, _ arguments: [UInt8]) -> Guest.Status
  func resume(_ answer: Guest.Answer, hook: String) -> Guest.Status
  /// Says that the guest is not needed any more and did what it should.
  func retire()
  /// The processor time that the guest has taken elsewhere than on the calling thread.
  var processorTimeElsewhere: Duration { get }
}

/// A machine that counts the processor time of an operation: the guest's, and that of answering it.
///
/// Not wall time, which on a busy machine says more about its neighbours than about the script.
struct MeteredMachine {
  private let machine: any GuestMachine
  private var onThread = Duration.zero

  init(_ machine: any GuestMachine) { self.machine = machine }

  var chunkName: String { machine.chunkName }
  var processorTime: Duration { onThread + machine.processorTimeElsewhere }

  mutating func declare() throws(ScriptError) -> [UInt8] {
    let start = ProcessorClock.thread
    do throws(ScriptError) {
      defer { onThread += ProcessorClock.thread - start }
      return try machine.declare()
    } catch {
      throw error.after(processorTime)
    }
  }

  mutating func start(_ hook: String, _ arguments: [UInt8]) -> Guest.Status {
    metered { $0.start(hook, arguments) }
  }

  mutating func resume(_ answer: Guest.Answer, hook: String) -> Guest.Status {
    metered { $0.resume(answer, hook: hook) }
  }

  func retire() { machine.retire() }

  private mutating func metered(_ phase: (any GuestMachine) -> Guest.Status) -> Guest.Status {
    let start = ProcessorClock.thread
    let status = phase(machine)
    onThread += ProcessorClock.thread - start
    guard case .ended(let error) = status else { return status }
    return .ended(error.after(processorTime))
  }
}

extension ScriptError {
  fileprivate func after(_ processorTime: Duration) -> ScriptError {
    var error = self
    error.processorTime = processorTime
    return error
  }
}

/// A guest in this process.
final class LocalMachine: GuestMachine {
  private let guest: Guest
  private let source: [UInt8]

  init(
    source: [UInt8],
    chunkName: String,
    limits: ScriptLimits,
    host: (any Guest.Host)?
  ) throws(ScriptError) {
    guest = try Guest(limits: limits, chunkName: chunkName, host: host)
    self.source = source
  }

  var chunkName: String { guest.chunkName }

  func declare() throws(ScriptError) -> [UInt8] {
    try guest.load(source)
    return try guest.declare()
  }

  func start(_ hook: String, _ arguments: [UInt8]) -> Guest.Status {
    guest.start(hook, arguments)
  }

  func resume(_ answer: Guest.Answer, hook: String) -> Guest.Status {
    guest.resume(answer, hook: hook)
  }

  func retire() {}

  var processorTimeElsewhere: Duration { .zero }
}
