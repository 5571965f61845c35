import Foundation
import Standards
import Synchronization
import TestSupport
import Testing

@testable import Providers

/// The helper process: its wall, its crashes, its end.
@Suite(.serialized)
struct HelperTests {
  private func status(_ number: Int32, _ file: String) throws -> String {
    try String(contentsOfFile: "/proc/\(number)/\(file)", encoding: .utf8)
  }

  @Test
  func `a helper has lost all that a script has no use for`() throws {
    let helper = try Helper(program: "/proc/self/exe", for: "acme.lua")
    let number = helper.process.number
    let status = try status(number, "status")
    #expect(helper.wall.contains(.limits))
    #expect(helper.wall.contains(.noNewPrivileges) == status.contains("NoNewPrivs:\t1"))
    #expect(helper.wall.contains(.seccomp) == status.contains("Seccomp:\t2"))
    let limits = try self.status(number, "limits")
    for name in ["Max file size", "Max core file size", "Max processes", "Max open files"] {
      let line = try #require(limits.split(separator: "\n").first { $0.hasPrefix(name) })
      #expect(line.dropFirst(name.count).split(separator: " ").prefix(2) == ["0", "0"])
    }
    let folder = FileManager.default
    #expect(try folder.contentsOfDirectory(atPath: "/proc/\(number)/fd") == ["0"])
    #expect(try folder.destinationOfSymbolicLink(atPath: "/proc/\(number)/cwd") == "/")
    #expect(try self.status(number, "environ").isEmpty)
    #expect(
      try folder.destinationOfSymbolicLink(atPath: "/proc/\(number)/fd/0").hasPrefix("socket")
    )
  }

  @Test(.enabled(if: HelperTests.kernelHasWalls, "the kernel of this machine has no such wall"))
  func `this kernel's seccomp and Landlock both stand`() throws {
    let helper = try Helper(program: "/proc/self/exe", for: "acme.lua")
    #expect(helper.wall == [.limits, .noNewPrivileges, .landlock, .seccomp])
  }

  private static let kernelHasWalls =
    FileManager.default.fileExists(atPath: "/proc/sys/kernel/seccomp/actions_avail")
    && landlockVersion > 0

  /// What `landlock_create_ruleset` says of itself; the system call has no wrapper.
  private static var landlockVersion: Int {
    typealias Call = @convention(c) (Int, Int, Int, Int) -> Int
    guard let call = dlsym(nil, "syscall") else { return 0 }
    return unsafeBitCast(call, to: Call.self)(444, 0, 0, 1)
  }

  @Test
  func `a helper is gone when nobody holds it`() throws {
    var helper: Helper? = try Helper(program: "/proc/self/exe", for: "acme.lua")
    let number = try #require(helper).process.number
    helper = nil
    #expect(kill(number, 0) == -1)
  }

  @Test(arguments: [("/bin/true", "the program is no helper"), ("/nowhere", "No such file")])
  func `a program that is no helper is said to be none`(program: String, reason: String) async {
    let source = Array("return provider { api = 1 }".utf8)
    let error = #expect(throws: ScriptError.self) {
      try ScriptDeclaration.load(
        source: source,
        chunkName: "acme.lua",
        isolation: .process(program: program)
      )
    }
    guard case .unavailable = error?.kind else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.message.contains(reason) == true)
  }

  /// A machine whose script waits for an answer, in a helper that no other test has.
  private func waiting(_ limits: ScriptLimits = .standard) throws -> HelperMachine {
    let machine = try HelperMachine(
      program: "/proc/self/exe",
      source: Array("return provider {\n\ntest = function(ctx)\n return ctx.now() end }".utf8),
      chunkName: "acme.lua",
      limits: limits,
      host: WaitingHost(),
      pool: HelperPool()
    )
    _ = try machine.declare()
    var writer = ScriptMessageWriter()
    writer.list(1)
    ContextTable.write(scriptContext(FakeEffects()), into: &writer)
    guard case .pending = machine.start("test", writer.bytes) else {
      throw ScriptError(.runtime, "the script does not wait", location: "acme.lua")
    }
    return machine
  }

  private func end(_ machine: HelperMachine) -> ScriptError? {
    if case .ended(let error) = machine.resume(.value([0x6E]), hook: "test") { error } else { nil }
  }

  @Test(arguments: [(SIGSEGV, "crashed"), (SIGKILL, "crashed"), (SIGABRT, "crashed")])
  func `a helper that dies ends its operation as a limit does`(signal: Int32, word: String) throws {
    let machine = try waiting()
    kill(machine.processNumber, signal)
    let error = end(machine)
    #expect(error?.kind == .limit)
    #expect(error?.message == "the interpreter has \(word) under the script (signal \(signal))")
    #expect(error?.location == "acme.lua:3")
    #expect(error?.hook == "test")
  }

  @Test
  func `a helper that stands still is killed at the wall limit`() throws {
    var limits = ScriptLimits.standard
    limits.wallTime = .seconds(2)
    var machine: HelperMachine? = try waiting(limits)
    let number = try #require(machine).processNumber
    kill(number, SIGSTOP)
    let error = machine.flatMap(end)
    #expect(error?.kind == .limit)
    #expect(error?.message == "the script takes too long")
    machine = nil
    #expect(kill(number, 0) == -1)
  }

  /// Text that overruns the stack of Lua 5.4.4 while the error is named (mended in 5.4.7).
  ///
  /// With the stack that a helper has, 64 KiB of text do not get so far; with a smaller one they do.
  @Test(.timeLimit(.minutes(1)))
  func `text that crashes the interpreter ends its own operation`() async {
    await #expect(processExitsWith: .success) {
      var stack = rlimit(rlim_cur: 512 << 10, rlim_max: 512 << 10)
      setrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &stack)
      let error = declarationError(Self.crash, isolation: .ownProcess)
      if LuaRelease.hasKnownCrashes(LuaRelease.current) {
        #expect(error?.kind == .limit)
        #expect(error?.message == "the interpreter has crashed under the script (signal 11)")
      }
      #expect(error?.location == "acme.lua:1")
      // The next operation has a helper of its own.
      #expect(await scriptError("return 1", isolation: .ownProcess) == nil)
    }
    #expect(declarationError(Self.crash, isolation: .ownProcess)?.kind == .runtime)
  }

  private static let crash =
    "local a = {} a._ENV = a a" + String(repeating: "._ENV", count: 12_000) + "()"

  @Test(arguments: [
    "local s = ('x'):rep(1e6) local t = {} for i = 1, 3 do t[i] = s .. i end return t",
    "return { ctx.opt.user_id, ctx.opt.count, ctx.opt.on, ctx.opt.app_key, 1.5, 'é\\0\\255', {} }",
    "local r = ctx.http.get(ctx.opt.base) return { r.status, r.json.list, r.headers['x-a'] }",
    "return ctx.hash.sha256('x'), ctx.now()",
  ])
  func `both places give the same results`(body: String) async throws {
    func run(_ isolation: ScriptIsolation) async throws -> ScriptValue {
      let effects = FakeEffects { _ in
        HTTPResponse(
          status: 200,
          headers: HTTPFields([HTTPField("X-A", "1")]),
          body: Array(#"{"list":[1,{"a":"b"},2.5]}"#.utf8)
        )
      }
      return try await runScript(body, effects: effects, isolation: isolation).returned
    }
    #expect(try await run(.thread) == run(.ownProcess))
  }

  @Test
  func `helpers are bounded, and those who wait get their turn`() async throws {
    let count = 100
    let most = Mutex(0)
    let effects = FakeEffects { request in
      let running = HelperPool.shared.runningCount(.network)
      most.withLock { $0 = max($0, running) }
      return HTTPResponse(status: 200, body: request.body)
    }
    let marks = try await withThrowingTaskGroup(of: (Int, Int64?).self) { group in
      for number in 0..<count {
        group.addTask {
          let outcome = try await runScript(
            "return ctx.http.post { url = ctx.opt.base, json = { mark = ... } }.json.mark",
            arguments: [.integer(Int64(number))],
            effects: effects,
            isolation: .ownProcess
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
    #expect((1...HelperPool.Company.network.most).contains(most.withLock { $0 }))
  }

  @Test(arguments: HelperPool.Company.allCases)
  func `one who waits gets the turn of one who leaves`(company: HelperPool.Company) async {
    let pool = HelperPool()
    for _ in 0..<company.most { #expect(await pool.enter(company)) }
    let late = Task { await pool.enter(company) }
    pool.leave(company)
    #expect(await late.value)
    #expect(pool.runningCount(company) == company.most)
    for _ in 0..<company.most { pool.leave(company) }
    #expect(pool.runningCount(company) == 0)
  }

  @Test
  func `users who take their time hold up no operation without one`() async {
    let pool = HelperPool()
    for _ in 0..<HelperPool.Company.user.most { #expect(await pool.enter(.user)) }
    for _ in 0..<HelperPool.Company.network.most { #expect(await pool.enter(.network)) }
    #expect(pool.runningCount(.user) == HelperPool.Company.user.most)
  }

  @Test
  func `one who is cancelled waits no more, and its turn is nobody's`() async {
    let pool = HelperPool()
    for _ in 0..<HelperPool.Company.network.most { #expect(await pool.enter(.network)) }
    let waiting = (0..<3).map { _ in Task { await pool.enter(.network) } }
    for task in waiting.prefix(2) { task.cancel() }
    for task in waiting.prefix(2) { #expect(await !task.value) }
    pool.leave(.network)
    #expect(await waiting[2].value)
    #expect(pool.runningCount(.network) == HelperPool.Company.network.most)
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await HelperPool().enter(.network)
    }
    #expect(await !cancelled.value)
  }

  /// 32 logins that nobody finishes were once all that could run.
  @Test(.timeLimit(.minutes(2)))
  func `questions that nobody answers hold up no refresh`() async throws {
    let crowd = HelperPool.Company.network.most + 1
    let asked = Gate(expected: crowd)
    let patient = (0..<crowd).map { _ in
      Task {
        await scriptError(
          "return ctx.prompt('Name?')",
          effects: FakeEffects(asking: {
            await asked.arrive()
            try await Task.sleep(for: .seconds(3600))
          }),
          isolation: .ownProcess
        )
      }
    }
    await asked.isFull()
    #expect(try await runScript("return 'done'", isolation: .ownProcess).returned.text == "done")
    for task in patient { task.cancel() }
    for task in patient { #expect(await task.value?.kind == .cancelled) }
  }

  @Test
  func `a helper serves one file again, a few times, and never another`() throws {
    let pool = HelperPool()
    let key = HelperPool.Key(program: "/proc/self/exe", chunkName: "a.lua", source: [1])
    let first = try pool.lease(key)
    pool.giveBack(first)
    let second = try pool.lease(key)
    #expect(second.helper === first.helper)
    pool.giveBack(second)
    let other = try pool.lease(
      HelperPool.Key(program: "/proc/self/exe", chunkName: "a.lua", source: [2])
    )
    #expect(other.helper !== first.helper)
    var lease = try pool.lease(key)
    for _ in 0..<8 {
      pool.giveBack(lease)
      lease = try pool.lease(key)
    }
    #expect(lease.helper !== first.helper)
  }
}

/// Has every call wait.
final class WaitingHost: Guest.Host {
  func answer(_ name: String, _ arguments: [UInt8], mayWait: Bool) -> Guest.Answer { .wait }
  func effectError(_ number: Int) -> (any Error)? { nil }
}
