import Synchronization

/// The line that shows, for as long as a login waits, what is awaited and how much time is left.
final class WaitingLine: Sendable {
  private let terminal: Terminal
  /// Counts the waits, so that one that has ended draws nothing any more.
  private let current = Mutex(0)

  init(terminal: Terminal) {
    self.terminal = terminal
  }

  /// Begins to count down; `text` makes the line of the time that is left.
  ///
  /// With `withInputLine` the user can type on the line below. Other output takes the line away for as long
  /// as a second.
  func start(
    seconds: Int,
    withInputLine: Bool,
    text: @escaping @Sendable (_ time: String) -> String
  ) {
    let own = current.withLock { current in
      current += 1
      return current
    }
    Task.detached { [self] in
      for left in stride(from: seconds, through: 0, by: -1) {
        let time = terminal.isInteractive ? "\(Self.clock(left)) left" : "up to \(seconds) s"
        let isDrawn = current.withLock { current in
          if current == own { terminal.showStatus(text(time), withInputLine: withInputLine) }
          return current == own
        }
        // Where nothing is redrawn, once is enough.
        guard isDrawn, terminal.isInteractive else { return }
        guard (try? await Task.sleep(for: .seconds(1))) != nil else { return }
      }
    }
  }

  /// Ends the counting and removes the line.
  func stop() {
    current.withLock { current in
      current += 1
      terminal.endStatus()
    }
  }

  private static func clock(_ seconds: Int) -> String {
    let rest = String(seconds % 60)
    return "\(seconds / 60):\(rest.count < 2 ? "0" : "")\(rest)"
  }
}
