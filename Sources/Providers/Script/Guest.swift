import LuaGuest

/// The sole owner of one script guest; the C side is described in `LuaGuest.h`.
struct Guest: ~Copyable {
  /// How a call into the guest ended.
  enum Status {
    case done([UInt8])
    case pending
    case ended(ScriptError)
  }

  /// What the host answers to a call of the script.
  enum Answer {
    case value([UInt8])
    /// An error at the script's line that the script may catch.
    case raise(String)
    /// A failure with a code; the payload is made by `ScriptFailure`.
    case fail([UInt8])
    /// The answer comes later, through `resume`.
    case wait
    /// A limit of the host's own: the script ends as with any other limit.
    case stop(String)
  }

  /// Answers the script's calls of host functions.
  protocol Host: AnyObject {
    func answer(_ name: String, _ arguments: [UInt8], mayWait: Bool) -> Answer
    /// The error behind the failure that was made with this number.
    func effectError(_ number: Int) -> (any Error)?
  }

  private let pointer: OpaquePointer
  /// Kept alive here because the C side holds it without a count.
  private let host: Relay
  let chunkName: String

  init(limits: ScriptLimits, chunkName: String, host: (any Host)?) throws(ScriptError) {
    let relay = Relay(host)
    var bounds = lg_limits(
      source: limits.source,
      memory: limits.memory,
      soft_memory: limits.softMemory,
      instructions: limits.instructions,
      cpu_nanoseconds: limits.processorTime.wholeNanoseconds,
      message: limits.message
    )
    guard
      let pointer = lg_new(&bounds, Relay.answer, Unmanaged.passUnretained(relay).toOpaque())
    else {
      throw ScriptError(.limit, "no memory for a script", location: chunkName)
    }
    self.pointer = pointer
    self.host = relay
    self.chunkName = Guest.shortName(chunkName)
  }

  deinit { lg_free(pointer) }

  func load(_ source: [UInt8]) throws(ScriptError) {
    let status = source.withUnsafeBufferPointer {
      lg_load(pointer, $0.baseAddress, $0.count, chunkName)
    }
    if case .ended(let error) = outcome(status, hook: nil) { throw error }
  }

  func declare() throws(ScriptError) -> [UInt8] {
    switch outcome(lg_declare(pointer), hook: nil) {
    case .done(let bytes): return bytes
    case .ended(let error): throw error
    case .pending:
      throw ScriptError(.phase, "the file waits while it loads", location: chunkName)
    }
  }

  func start(_ hook: String, _ arguments: [UInt8]) -> Status {
    let status = arguments.withUnsafeBufferPointer {
      lg_start(pointer, hook, $0.baseAddress, $0.count)
    }
    return outcome(status, hook: hook)
  }

  func resume(_ answer: Answer, hook: String) -> Status {
    let (code, bytes) = answer.encoded
    let status = bytes.withUnsafeBufferPointer {
      lg_resume(pointer, code, $0.baseAddress, $0.count)
    }
    return outcome(status, hook: hook)
  }

  private func outcome(_ status: Int32, hook: String?) -> Status {
    var report = GuestReport(status: UInt32(bitPattern: status))
    report.message = String(cString: lg_message(pointer))
    report.location = String(cString: lg_location(pointer))
    report.traceback = String(cString: lg_traceback(pointer))
    switch lg_status(report.status) {
    case LG_DONE, LG_FAILURE: report.output = output
    default: break
    }
    return report.result(chunkName: chunkName, hook: hook) { [host] number in
      host.target?.effectError(number)
    }
  }

  private var output: [UInt8] {
    var count = 0
    let bytes = lg_output(pointer, &count)
    return Array(UnsafeBufferPointer(start: bytes, count: count))
  }

  /// A name that Lua shows whole: its last part, at most 50 bytes of plain characters.
  static func shortName(_ name: String) -> String {
    let plain = PathName.last(of: name).utf8.lazy.filter { $0 > 32 && $0 < 127 }
    return String(decoding: Array(plain.prefix(50)), as: UTF8.self)
  }
}
