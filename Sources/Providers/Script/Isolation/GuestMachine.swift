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
}
