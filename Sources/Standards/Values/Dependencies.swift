/// Where the current time comes from; tests and recorded cases freeze it.
package protocol Clock: Sendable {
  func now() -> Timestamp
}

/// A cryptographically secure source of bytes; tests and recorded cases fix it.
package protocol RandomSource: Sendable {
  func bytes(_ count: Int) -> [UInt8]
}
