import HTTP
import Synchronization

/// The line that shows how far a long transfer has come.
///
/// It appears after a second, on a terminal only, and not where the body itself is shown.
final class TransferMeter: Sendable {
  private let terminal: Terminal
  private let sent = TransferProgress()
  private let receivedCount = Atomic<Int64>(0)
  /// What the answer says its length is; 0 when unknown.
  private let expectedCount = Atomic<Int64>(0)
  private let drawing = Mutex<Task<Void, Never>?>(nil)

  init(_ terminal: Terminal) {
    self.terminal = terminal
  }

  /// Counts what is sent.
  var upload: TransferProgress { sent }

  func start(writingToFile: Bool) {
    guard terminal.isInteractive, !terminal.isQuiet, writingToFile || !terminal.isResultShown
    else { return }
    let task = Task.detached { [self] in
      var seconds: Int64 = 0
      while (try? await Task.sleep(for: .seconds(1))) != nil {
        seconds += 1
        drawing.withLock { drawing in
          // After `stop` the line would stay.
          if drawing != nil { terminal.showStatus(line(seconds), withInputLine: false) }
        }
      }
    }
    drawing.withLock { $0 = task }
  }

  func expect(_ count: Int64?) {
    expectedCount.store(count ?? 0, ordering: .relaxed)
  }

  func add(received count: Int) {
    receivedCount.add(Int64(count), ordering: .relaxed)
  }

  /// Removes the line.
  func stop() {
    drawing.withLock { drawing in
      guard let task = drawing else { return }
      task.cancel()
      drawing = nil
      terminal.endStatus()
    }
  }

  private func line(_ seconds: Int64) -> String {
    let received = receivedCount.load(ordering: .relaxed)
    let expected = expectedCount.load(ordering: .relaxed)
    return Self.line(sent: sent.sent, received: received, of: expected, after: seconds)
  }

  /// As in `Received 12.5 MiB of 200.0 MiB (6 %), 3.1 MiB/s`.
  static func line(
    sent: Int64,
    received: Int64,
    of expected: Int64,
    after seconds: Int64
  ) -> String {
    let isSending = received == 0 && sent > 0
    let count = isSending ? sent : received
    var text = "\(isSending ? "Sent" : "Received") \(size(count))"
    if !isSending, expected > 0, received <= expected {
      text += " of \(size(expected)) (\(received * 100 / expected) %)"
    }
    return text + ", \(size(count / max(1, seconds)))/s"
  }

  /// A count of bytes with one decimal.
  static func size(_ count: Int64) -> String {
    let units = ["KiB", "MiB", "GiB", "TiB"]
    guard count >= 1024 else { return "\(count) B" }
    var tenths = count * 10 / 1024
    var unit = 0
    while tenths >= 10_240, unit < units.count - 1 {
      tenths /= 1024
      unit += 1
    }
    return "\(tenths / 10).\(tenths % 10) \(units[unit])"
  }
}
