import Glibc
package import Standards

/// The time of day as the system keeps it.
package struct SystemClock: Standards.Clock {
  package init() {}

  package func now() -> Timestamp {
    Timestamp(seconds: Int64(time(nil)))
  }
}
