import Foundation
import Standards
import Synchronization
import Testing

@testable import Providers

@Suite(.serialized)
struct ScriptConcurrencyTests {
  private static let body = """
    local mark = ...
    local r = ctx.http.post { url = ctx.opt.base, json = { mark = mark } }
    assert(pcall(ctx.http.get, ctx.opt.base))
    return r.json.mark
    """

  @Test(.timeLimit(.minutes(2)))
  func `1000 operations wait at once on eight threads or fewer and keep apart`() async throws {
    let count = 1000
    let gate = Gate(expected: count)
    let effects = FakeEffects { request in
      // The first request of each waits until all have come this far.
      if request.method == "POST" { await gate.arrive() }
      return HTTPResponse(status: 200, body: request.body)
    }
    let marks = try await withThrowingTaskGroup(of: (Int, Int64?).self) { group in
      for number in 0..<count {
        group.addTask {
          let outcome = try await runScript(
            Self.body,
            arguments: [.integer(Int64(number))],
            effects: effects
          )
          return (number, outcome.returned.wholeNumber)
        }
      }
      var marks: [Int: Int64?] = [:]
      for try await (number, mark) in group { marks[number] = mark }
      return marks
    }
    #expect(marks.count == count)
    #expect(marks.allSatisfy { $0.value == Int64($0.key) })
    #expect((1...8).contains(ScriptThread.startedCount))
  }

  /// Runs in a process of its own, because memory is measured for a whole process.
  @Test(
    .enabled(if: dlsym(nil, "__asan_init") == nil, "a sanitizer keeps freed memory"),
    .timeLimit(.minutes(2))
  )
  func `memory stays flat over many operations, hostile ones among them`() async throws {
    await #expect(processExitsWith: .success) {
      try await Self.round(100)
      let before = Self.residentBytes
      try await Self.round(1000)
      #expect(Self.residentBytes - before < 24 << 20)
    }
  }

  private static func round(_ count: Int) async throws {
    let effects = FakeEffects(json: #"{"mark":1,"list":[1,2,3]}"#)
    let hostile = "local t = {} while true do t[#t + 1] = ('x'):rep(100) .. #t end"
    for number in 0..<count {
      if number % 20 == 0 {
        #expect(await scriptError(hostile)?.kind == .limit)
      } else {
        _ = try await runScript(Self.body, arguments: [.integer(1)], effects: effects)
      }
    }
  }

  private static var residentBytes: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }
}

/// Holds everybody who arrives until the expected number is there.
private final class Gate: Sendable {
  private let expected: Int
  private let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])

  init(expected: Int) { self.expected = expected }

  func arrive() async {
    await withCheckedContinuation { continuation in
      let freed = waiting.withLock { waiting -> [CheckedContinuation<Void, Never>] in
        waiting.append(continuation)
        guard waiting.count == expected else { return [] }
        defer { waiting = [] }
        return waiting
      }
      for waiter in freed { waiter.resume() }
    }
  }
}
