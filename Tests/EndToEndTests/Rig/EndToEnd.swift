import Testing

/// Marks a suite whose tests run programs: only a few of them run at once.
///
/// All of them together would slow each other until the bounds that some of them state are no longer kept.
struct EndToEnd: SuiteTrait, TestTrait, TestScoping {
  private static let slots = Slots(6)

  let isRecursive = true

  func scopeProvider(for test: Test, testCase: Test.Case?) -> EndToEnd? {
    // A case is what runs; a suite or a test only holds its cases together.
    testCase == nil ? nil : self
  }

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    await Self.slots.take()
    do {
      try await function()
      await Self.slots.giveBack()
    } catch {
      await Self.slots.giveBack()
      throw error
    }
  }
}

extension Trait where Self == EndToEnd {
  /// The test runs programs and waits for its turn.
  static var endToEnd: Self { EndToEnd() }
}

/// A number of places, taken in the order of asking.
private actor Slots {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ count: Int) {
    free = count
  }

  func take() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  func giveBack() {
    if waiting.isEmpty {
      free += 1
    } else {
      waiting.removeFirst().resume()
    }
  }
}
