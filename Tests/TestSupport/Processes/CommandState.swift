import Foundation

/// What is known about a running program, and who waits to know more.
struct CommandState: Sendable {
  enum Stream {
    case output
    case errors
  }

  struct Collected: Sendable {
    var bytes: [UInt8] = []
    var isOpen = true
  }

  struct Waiter: Sendable {
    let condition: @Sendable (borrowing CommandState) -> Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  let started: Date
  let onOutputLine: (@Sendable (String) -> Void)?
  var output = Collected()
  var errors = Collected()
  var ending: CommandResult.Ending?
  var timedOut = false
  var waiters: [Waiter] = []
  private var finished: Date?
  private var outputLeaked = false
  private var linesReported = 0

  init(started: Date, onOutputLine: (@Sendable (String) -> Void)?) {
    self.started = started
    self.onOutputLine = onOutputLine
  }

  var isFinished: Bool { ending != nil && !output.isOpen && !errors.isOpen }

  var result: CommandResult {
    CommandResult(
      ending: ending ?? .signalled(0),
      output: String(decoding: output.bytes, as: UTF8.self),
      errors: String(decoding: errors.bytes, as: UTF8.self),
      timedOut: timedOut,
      outputLeaked: outputLeaked,
      seconds: (finished ?? Date()).timeIntervalSince(started)
    )
  }

  mutating func receive(_ bytes: [UInt8], on stream: Stream) {
    switch stream {
    case .output:
      output.bytes += bytes
      output.isOpen = output.isOpen && !bytes.isEmpty
      reportLines()
    case .errors:
      errors.bytes += bytes
      errors.isOpen = errors.isOpen && !bytes.isEmpty
    }
  }

  mutating func ended(_ status: Int32) {
    let signal = status & 0x7f
    ending = signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
    finished = Date()
  }

  mutating func stopListening() {
    outputLeaked = output.isOpen || errors.isOpen
    output.isOpen = false
    errors.isOpen = false
  }

  /// The first whole line with this text; an unfinished last line counts too, as prompts have no end.
  func line(of stream: Stream, containing text: String) -> String? {
    let bytes = stream == .output ? output.bytes : errors.bytes
    return String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .first { $0.contains(text) }
      .map(String.init)
  }

  mutating func takeSatisfied() -> [CheckedContinuation<Void, Never>] {
    var ready: [CheckedContinuation<Void, Never>] = []
    var waiting: [Waiter] = []
    for waiter in waiters {
      if waiter.condition(self) {
        ready.append(waiter.continuation)
      } else {
        waiting.append(waiter)
      }
    }
    waiters = waiting
    return ready
  }

  private mutating func reportLines() {
    guard let onOutputLine else { return }
    while let end = output.bytes[linesReported...].firstIndex(of: 0x0a) {
      onOutputLine(String(decoding: output.bytes[linesReported..<end], as: UTF8.self))
      linesReported = end + 1
    }
  }
}
