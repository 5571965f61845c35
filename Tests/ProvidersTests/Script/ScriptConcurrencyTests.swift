import Foundation
import Providers
import Standards
import Synchronization
import Testing

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
    let threads = Mutex(0)
    let marks = try await withThrowingTaskGroup(of: (Int, Int64?).self) { group in
      let before = Self.threadCount
      gate.whenFull { threads.withLock { $0 = Self.threadCount - before } }
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
    // The script threads themselves, and what the test's own pool grew by meanwhile.
    #expect(threads.withLock { $0 } <= 8)
  }

  @Test(
    .enabled(if: dlsym(nil, "__asan_init") == nil, "a sanitizer keeps freed memory"),
    .timeLimit(.minutes(2))
  )
  func `memory stays flat over many operations, hostile ones among them`() async throws {
    let effects = FakeEffects(json: #"{"mark":1,"list":[1,2,3]}"#)
    let hostile = "local t = {} while true do t[#t + 1] = ('x'):rep(100) .. #t end"
    func round(_ count: Int) async throws {
      for number in 0..<count {
        if number % 20 == 0 {
          #expect(await scriptError(hostile)?.kind == .limit)
        } else {
          _ = try await runScript(Self.body, arguments: [.integer(1)], effects: effects)
        }
      }
    }
    try await round(100)
    let before = Self.residentBytes
    try await round(1000)
    #expect(Self.residentBytes - before < 24 << 20)
  }

  private static var threadCount: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
  }

  private static var residentBytes: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }
}

/// Holds everybody who arrives until the expected number is there.
private final class Gate: Sendable {
  private struct State {
    var waiting: [CheckedContinuation<Void, Never>] = []
    var whenFull: @Sendable () -> Void = {}
  }

  private let expected: Int
  private let state = Mutex(State())

  init(expected: Int) { self.expected = expected }

  func whenFull(_ action: @escaping @Sendable () -> Void) {
    state.withLock { $0.whenFull = action }
  }

  func arrive() async {
    await withCheckedContinuation { continuation in
      let (freed, action) = state.withLock { state in
        state.waiting.append(continuation)
        guard state.waiting.count == expected else {
          return ([CheckedContinuation<Void, Never>](), { () -> Void in } as @Sendable () -> Void)
        }
        defer { state.waiting = [] }
        return (state.waiting, state.whenFull)
      }
      action()
      for waiter in freed { waiter.resume() }
    }
  }
}
