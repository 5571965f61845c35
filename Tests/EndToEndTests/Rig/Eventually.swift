import Testing

/// For the few things that no event announces, such as a file that another program writes.
enum Eventually {
  static func value<Value>(
    within limit: Duration = .seconds(30),
    _ read: () async throws -> Value?
  ) async throws -> Value {
    let end = ContinuousClock.now + limit
    while true {
      if let value = try await read() { return value }
      try #require(ContinuousClock.now < end, "did not happen within \(limit)")
      try await Task.sleep(for: .milliseconds(50))
    }
  }
}
