import Synchronization

/// The line that shows, for as long as a login waits, what is awaited and how much time is left.
final class WaitingLine: Sendable {
  private let terminal: Terminal
  private let task = Mutex<Task<Void, Never>?>(nil)

  init(terminal: Terminal) {
    self.terminal = terminal
  }

  /// Begins to count down; `text` makes the line of the time that is left.
  ///
  /// With `withInputLine` the user can type on the line below.
  func start(
    seconds: Int,
    withInputLine: Bool,
    text: @escaping @Sendable (_ time: String) -> String
  ) {
    stop()
    let terminal = terminal
    let counting = Task.detached {
      for left in stride(from: seconds, through: 0, by: -1) {
        guard !Task.isCancelled else { return }
        let time = terminal.isInteractive ? "\(Self.clock(left)) left" : "up to \(seconds) s"
        terminal.showStatus(text(time), withInputLine: withInputLine)
        // Where nothing is redrawn, once is enough.
        guard terminal.isInteractive else { return }
        guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
      }
    }
    task.withLock { $0 = counting }
  }

  /// Ends the counting and removes the line.
  func stop() {
    let counting = task.withLock { task in
      defer { task = nil }
      return task
    }
    guard let counting else { return }
    counting.cancel()
    terminal.endStatus()
  }

  private static func clock(_ seconds: Int) -> String {
    let rest = String(seconds % 60)
    return "\(seconds / 60):\(rest.count < 2 ? "0" : "")\(rest)"
  }
}
