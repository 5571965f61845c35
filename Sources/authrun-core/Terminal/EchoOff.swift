import Glibc
import Synchronization

/// Keeps a terminal from showing what is typed for as long as the value lives.
struct EchoOff: ~Copyable {
  /// The settings to restore when the process has to end at once.
  private static let saved = Mutex<[Int32: termios]>([:])

  private let descriptor: Int32

  /// Fails when `descriptor` is no terminal or refuses.
  init?(_ descriptor: Int32) {
    guard Self.turnOff(descriptor) else { return nil }
    self.descriptor = descriptor
  }

  deinit {
    Self.restore(descriptor)
  }

  private static func turnOff(_ descriptor: Int32) -> Bool {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { return false }
    let before = settings
    saved.withLock { $0[descriptor] = before }
    settings.c_lflag &= ~tcflag_t(ECHO)
    // ECHONL shows the end of the line, so that the cursor moves on.
    settings.c_lflag |= tcflag_t(ECHONL)
    if tcsetattr(descriptor, TCSAFLUSH, &settings) == 0 { return true }
    _ = saved.withLock { $0.removeValue(forKey: descriptor) }
    return false
  }

  /// Restores every terminal that is still without echo.
  static func restoreAll() {
    for descriptor in saved.withLock({ Array($0.keys) }) {
      restore(descriptor)
    }
  }

  private static func restore(_ descriptor: Int32) {
    guard var settings = saved.withLock({ $0.removeValue(forKey: descriptor) }) else { return }
    tcsetattr(descriptor, TCSANOW, &settings)
  }
}
