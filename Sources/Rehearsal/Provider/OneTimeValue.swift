import Synchronization

/// A value that becomes known after those who use it were made.
final class OneTimeValue<Value: Sendable>: Sendable {
  private let stored = Mutex<Value?>(nil)

  var value: Value? { stored.withLock { $0 } }

  func set(_ value: Value) {
    stored.withLock { $0 = value }
  }
}
