import Foundation
import Standards
import Synchronization
import TestSupport
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
    #expect((1...8).contains(ScriptThreads.count))
  }

  /// Runs in a process of its own, because memory is measured for a whole process.
  @Test(
    .enabled(if: dlsym(nil, "__asan_init") == nil, "a sanitizer keeps freed memory"),
    .timeLimit(.minutes(4))
  )
  func `memory stays flat over a thousand hostile and honest operations in both places`()
    async throws
  {
    let end = await #expect(
      processExitsWith: .success,
      observing: [\.standardOutputContent]
    ) {
      do {
        try await Self.round(150)
      } catch {
        Issue.record("the first operations: \(error)")
      }
      let before = Self.residentBytes
      do {
        try await Self.round(1000)
      } catch {
        Issue.record("the thousand operations: \(error)")
      }
      let grown = (Self.residentBytes - before) >> 10
      print(
        "a thousand mixed operations: resident memory grew by \(grown) KiB from \(before >> 10) KiB"
      )
      #expect(grown < 16 << 10, "\(grown) KiB more than \(before >> 10) KiB")
    }
    print(String(decoding: end?.standardOutputContent ?? [], as: UTF8.self))
  }

  /// Each ends differently; those that use up their time are few, for the sake of ours.
  private static let hostile: [(body: String, isLimit: Bool)] = [
    ("local t = {} while true do t[#t + 1] = ('x'):rep(100) .. #t end", true),
    ("local s = 'x' while true do s = s .. s end", true),
    ("local function f() return 1 + f() end return f()", true),
    ("return ('x'):rep(1e9)", false),
    ("error({})", false),
    ("ctx.http.get('https://evil.example/')", false),
    ("local t = {} t[1] = t return t", false),
    ("return (('a'):rep(3000)):find('.-.-.-.-.-.-.-.-b')", true),
    ("while true do pcall(ctx.http.get, ctx.opt.base) end", true),
    ("return ctx.http.get { url = ctx.opt.base, json = { f = print } }", false),
  ]

  /// Operations, eight at a time, one of ten hostile, every other in a helper.
  private static func round(_ count: Int) async throws {
    let effects = FakeEffects {
      HTTPResponse(status: 200, body: $0.body.isEmpty ? [0x7B, 0x7D] : $0.body)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<count {
        if number >= 8 { try await group.next() }
        group.addTask { try await operation(number, effects) }
      }
      try await group.waitForAll()
    }
  }

  private static func operation(_ number: Int, _ effects: FakeEffects) async throws {
    let isolation: ScriptIsolation = number / 10 % 2 == 0 ? .thread : .ownProcess
    guard number % 10 == 9 else {
      let outcome = try await runScript(
        Self.body,
        arguments: [.integer(Int64(number))],
        effects: effects,
        isolation: isolation
      )
      #expect(outcome.returned.wholeNumber == Int64(number))
      return
    }
    let script = hostile[number / 10 % hostile.count]
    let error = await scriptError(script.body, effects: effects, isolation: isolation)
    #expect((error?.kind == .limit) == script.isLimit, "\(String(describing: error))")
    #expect(error != nil)
  }

  /// Without what the allocator keeps for later: how much that is depends on how many threads happened to
  /// allocate at once, and so on what else the machine does.
  private static var residentBytes: Int {
    // Swift sees no `malloc_trim`.
    typealias Trim = @convention(c) (Int) -> CInt
    if let trim = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(trim, to: Trim.self)(0) }
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * sysconf(Int32(_SC_PAGESIZE))
  }
}
