import Foundation
import Standards
import Testing

@testable import Providers

/// Prints what the wall costs: `AUTHRUN_MEASURE=1 swift test --filter IsolationMeasure`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["AUTHRUN_MEASURE"] != nil))
struct IsolationMeasure {
  @Test
  func `milliseconds for each operation`() async throws {
    let rounds = 40
    let own = ProcessInfo.processInfo.environment["AUTHRUN_MEASURE_PROGRAM"] ?? "/proc/self/exe"
    let helper = ScriptIsolation.process(program: own)
    let thread = try await time(rounds) { try await self.operation(.thread, mark: 0) }
    let warm = try await time(rounds) { try await self.operation(helper, mark: 0) }
    // Another file each time, so that no helper serves twice.
    let mark = Counter()
    let cold = try await time(rounds) {
      try await self.operation(helper, mark: await mark.next())
    }
    print("thread \(thread) ms, helper that is there \(warm) ms, new helper \(cold) ms")
  }

  private func operation(_ isolation: ScriptIsolation, mark: Int) async throws {
    let source = """
      return provider { api = 1, test = function(ctx) -- \(mark)
        return ctx.http.get(ctx.opt.base).json.mark end }
      """
    let operation = ScriptOperation(
      source: Array(source.utf8),
      chunkName: "acme.lua",
      isolation: isolation
    )
    let effects = FakeEffects(json: #"{"mark":1}"#)
    _ = try await operation.run(hook: "test", context: scriptContext(effects))
  }

  private func time(_ count: Int, _ body: () async throws -> Void) async throws -> String {
    try await body()
    let start = ContinuousClock.now
    for _ in 0..<count { try await body() }
    let time = (ContinuousClock.now - start) / count
    let milliseconds =
      Double(time.components.attoseconds) / 1e15
      + Double(time.components.seconds) * 1000
    return String(format: "%.2f", milliseconds)
  }
}

private actor Counter {
  private var value = 0

  func next() -> Int {
    value += 1
    return value
  }
}
