/// A point in time in whole seconds since 1970-01-01T00:00:00Z, leap seconds not counted (POSIX).
package struct Timestamp: Hashable, Comparable, Sendable {
  /// Seconds since the epoch.
  package var seconds: Int64

  package init(seconds: Int64) {
    self.seconds = seconds
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.seconds < right.seconds
  }

  /// The time `interval` seconds later; stays at the end of the range instead of overflowing.
  package func adding(_ interval: Int64) -> Timestamp {
    let (sum, overflow) = seconds.addingReportingOverflow(interval)
    guard overflow else { return Timestamp(seconds: sum) }
    return Timestamp(seconds: interval < 0 ? .min : .max)
  }
}
