import Foundation
import HTTP
import Standards
import Synchronization
import TestSupport
import Testing

@testable import Login
@testable import Providers

/// A thousand logins of a scripted provider in one process, each waiting for its service with all others.
@Suite(.serialized, .timeLimit(.minutes(10)))
struct ManyLoginsTests {
  private static let count = 1000
  private static let warm = 64

  @Test
  func `1000 logins wait at once on eight threads or fewer and keep apart`() async {
    await #expect(processExitsWith: .success) {
      await Self.run(.thread, waiting: Self.count)
    }
  }

  /// Of those behind the wall as many wait at once as may have a helper; the others follow.
  @Test
  func `1000 logins behind the wall finish on eight threads or fewer and keep apart`() async {
    await #expect(processExitsWith: .success) {
      await Self.run(.process, waiting: HelperPool.Company.user.most)
    }
  }

  private static func run(_ mode: IsolationRule.Mode, waiting: Int) async {
    do {
      let service = WaitingService()
      let home = try TemporaryHome()
      let engine = try engine(home, mode, service)
      // What a process has once, it has from here on.
      try await logIn(engine, -warm..<0)
      let before = threads
      let gate = Gate(expected: waiting, opensAlone: false)
      service.hold(at: gate)
      async let logins: Void = logIn(engine, 0..<count)
      await gate.isFull()
      let scripts = ScriptThreads.count
      let all = threads
      gate.open()
      try await logins
      print("\(mode.rawValue): \(scripts) threads for scripts; \(before) in all, then \(all)")
      #expect((1...8).contains(scripts))
      #expect(all - before <= 8, "\(all) threads where there were \(before)")
      #expect(try engine.accounts().count == count + warm)
    } catch {
      Issue.record(error)
    }
  }

  private static var threads: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
  }

  private static func logIn(_ engine: Engine, _ numbers: Range<Int>) async throws {
    let user = PlayedUser()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in numbers {
        group.addTask {
          var request = LoginRequest(provider: "shop")
          request.account = "a\(number + warm)"
          request.options = ["mark": "m\(number)", "key": "k3y-\(number)"]
          let credential = try await engine.login(request, interaction: user).credential
          #expect(credential.accessToken.text == "T-k3y-\(number)")
          #expect(credential.extras["mark"] == .string("m\(number)"))
        }
      }
      try await group.waitForAll()
    }
  }

  private static func engine(
    _ home: TemporaryHome,
    _ mode: IsolationRule.Mode,
    _ service: WaitingService
  ) throws -> Engine {
    let text = """
      return provider {
        api = 1, id = "shop", hosts = { "as.example" },
        options = { mark = { required = true }, key = { type = "secret", required = true } },
        login = function(ctx)
          local mark = ctx.opt.mark
          local r = ctx.http.post {
            url = "https://as.example/login", form = { mark = mark, key = ctx.opt.key },
            take = { access = "/access" },
          }
          assert(ctx.opt.mark == mark and r.json.mark == mark)
          return { access = r.taken.access, extras = { mark = r.json.mark } }
        end,
      }
      """
    try home.write(text, to: "providers/shop.lua")
    var settings = EngineSettings()
    settings.environment = home.environment
    settings.vault = home.file("vault.db")
    settings.providerDirectories = [home.file("providers")]
    settings.isolation = IsolationRule(mode: mode)
    return try Engine(settings, clock: SetClock(), transport: { _ in service }, pause: { _ in })
  }
}

/// Answers each login with what it said of itself, once its gate lets it go.
private final class WaitingService: HTTPTransport {
  private let gate = Mutex<Gate?>(nil)

  func hold(at gate: Gate) { self.gate.withLock { $0 = gate } }

  func send(
    _ request: HTTPRequest,
    upload: FileUpload?,
    limits: HTTPLimits?
  ) async throws(HTTPError) -> HTTPResponse {
    await gate.withLock { $0 }?.arrive()
    let form = request.form
    return .json([
      "access": .string("T-" + (form.first("key") ?? "")),
      "mark": .string(form.first("mark") ?? ""),
    ])
  }

  func send(
    _ request: HTTPRequest,
    limits: HTTPLimits?,
    identity: ClientIdentity?
  ) async throws(HTTPError) -> HTTPResponse {
    try await send(request, upload: nil, limits: limits)
  }

  func open(
    _ request: HTTPRequest,
    upload: FileUpload?,
    limits: HTTPLimits,
    identity: ClientIdentity?
  ) async throws(HTTPError) -> any HTTPBodyStream {
    try await open(request, upload: upload, limits: limits)
  }
}
