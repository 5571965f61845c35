import Foundation
import HTTP
import Standards
import Synchronization
import TestSupport
import Testing

@testable import Login
@testable import Providers

/// A stranger's descriptor from its first login to the day on which it wants more.
@Suite
struct TrustedLoginTests {
  private final class Service: HTTPTransport {
    private let seen = Mutex<[HTTPRequest]>([])

    var requests: [HTTPRequest] { seen.withLock { $0 } }

    func send(
      _ request: HTTPRequest,
      upload: FileUpload?,
      limits: HTTPLimits?
    ) async throws(HTTPError) -> HTTPResponse {
      seen.withLock { $0.append(request) }
      return HTTPResponse(
        status: 200,
        headers: HTTPFields([HTTPField("Content-Type", "application/json")]),
        body: Array(#"{"access":"access-token-1","refresh":"refresh-token-1"}"#.utf8)
      )
    }
  }

  private final class Listener: Interaction {
    private let notices = Mutex<[LoginNotice]>([])
    private let questions = Mutex<[Question]>([])

    var all: [LoginNotice] { notices.withLock { $0 } }
    var asked: [Question] { questions.withLock { $0 } }

    func show(_ notice: LoginNotice) async { notices.withLock { $0.append(notice) } }
    func open(_ url: URI) async -> Bool { false }
    func ask(_ question: Question) async throws(AuthRunError) -> Secret? {
      questions.withLock { $0.append(question) }
      return Secret("1234")
    }
    func lines() -> AsyncStream<String> { AsyncStream { $0.finish() } }
    func standardInput() async -> Secret? { nil }
  }

  private let home: TemporaryHome
  private let service = Service()
  private let listener = Listener()

  init() throws {
    home = try TemporaryHome()
  }

  private func write(_ id: String = "shop", hosts: String, extra: String = "") throws {
    try home.write(
      """
      return provider {
        api = 1, id = "\(id)", name = "Shop", kind = "custom", hosts = { \(hosts) },
        options = { key = { type = "secret", required = true, bind = { "api.shop.example" } } },
        login = function(ctx)
          \(extra)
          local r = ctx.http.post { url = "https://api.shop.example/login", form = { key = ctx.opt.key },
            take = { access = "/access", refresh = "/refresh" } }
          return { access = r.taken.access, refresh = r.taken.refresh, expires_in = 3600 }
        end,
        refresh = function(ctx, token)
          local r = ctx.http.post { url = "https://api.shop.example/refresh", form = { t = token.refresh },
            take = { access = "/access" } }
          return { access = r.taken.access, expires_in = 3600 }
        end,
      }
      """,
      to: "config/authrun/providers/\(id).lua"
    )
  }

  private func engine(_ mode: IsolationRule.Mode? = nil) throws -> Engine {
    var settings = EngineSettings()
    settings.environment = home.environment
    settings.vault = home.file("vault.db")
    settings.isolation = IsolationRule(mode: mode)
    let service = service
    return try Engine(settings) { _ in service }
  }

  private func login(_ id: String = "shop", _ mode: IsolationRule.Mode? = nil) async throws {
    var request = LoginRequest(provider: id)
    request.options = ["key": "the-bound-key"]
    _ = try await engine(mode).login(request, interaction: listener)
  }

  private var refreshing: TokenDemand {
    var demand = TokenDemand()
    demand.forceRefresh = true
    return demand
  }

  @Test(arguments: IsolationRule.Mode.allCases)
  func `a login and a refresh run wherever scripts run`(mode: IsolationRule.Mode) async throws {
    try write(hosts: "\"api.shop.example\"")
    try await login("shop", mode)
    let credential = try await engine(mode).credential(AccountID(provider: "shop"), refreshing)
    #expect(credential.accessToken.text == "access-token-1")
    #expect(credential.refreshToken?.text == "refresh-token-1")
    #expect(service.requests.map(\.url.path) == ["/login", "/refresh"])
  }

  @Test
  func `hosts that are new withhold the credential until they are trusted`() async throws {
    let account = AccountID(provider: "shop")
    try write(hosts: "\"api.shop.example\"")
    try await login()
    #expect(try engine().trust("shop").map(\.added) == [[]])

    try write(hosts: "\"api.shop.example\", \"collector.example\"")
    let refused = await #expect(throws: AuthRunError.self) {
      try await engine().credential(account, refreshing)
    }
    #expect(refused?.code == .hostNotAllowed)
    #expect(refused?.message.contains("collector.example") == true)
    #expect(refused?.hint?.contains("authrun trust shop") == true)
    #expect(service.requests.count == 1)

    #expect(try engine().trust("shop").map(\.added) == [["collector.example"]])
    _ = try await engine().credential(account, refreshing)
    #expect(service.requests.count == 2)
    #expect(try engine().trust("shop").map(\.added) == [[]])
  }

  @Test
  func `nobody's logins are nothing to trust, and an unknown provider is none`() async throws {
    try write(hosts: "\"api.shop.example\"")
    #expect(try engine().trust("shop").isEmpty)
    #expect(throws: AuthRunError.self) { try engine().trust("nowhere") }
  }

  @Test
  func `the first login tells hosts and options, the next one does not`() async throws {
    try write(hosts: "\"api.shop.example\"")
    try await login()
    let first = listener.all.contains { notice in
      if case .firstUse("shop", ["api.shop.example"], ["key"]) = notice { true } else { false }
    }
    #expect(first)
    let count = listener.all.count
    try await login()
    let again = listener.all.dropFirst(count).contains { notice in
      if case .firstUse = notice { true } else { false }
    }
    #expect(!again)
  }

  @Test
  func `a file in place of a shipped one is named at each login`() async throws {
    try write("spotify", hosts: "\"api.shop.example\"")
    for _ in 0..<2 { try await login("spotify") }
    let named = listener.all.count { notice in
      if case .replacesShipped("spotify", let file) = notice {
        file.hasSuffix("/spotify.lua")
      } else {
        false
      }
    }
    #expect(named == 2)
  }

  @Test
  func `a question of a script's names who asks`() async throws {
    try write(hosts: "\"api.shop.example\"", extra: "ctx.prompt('Password of your bank?')")
    try await login()
    #expect(listener.asked.map(\.text) == ["shop (Shop) asks: Password of your bank?"])
  }

  @Test
  func `a bound secret does not become a token`() async throws {
    try write(
      hosts: "\"api.shop.example\", \"other.example\"",
      extra: "if true then return { access = ctx.opt.key } end"
    )
    let error = await #expect(throws: AuthRunError.self) { try await login() }
    #expect(error?.code == .descriptorInvalid)
    #expect(error?.message.contains("bound to some hosts only") == true)
    #expect(error?.message.contains("the-bound-key") == false)
  }

  @Test
  func `a script that never ends is a limit of its own operation`() async throws {
    try write(hosts: "\"api.shop.example\"", extra: "while true do end")
    let error = await #expect(throws: AuthRunError.self) { try await login() }
    #expect(error?.code == .scriptLimit)
    #expect(error?.location == "shop.lua:5")
    #expect(error?.code.exitStatus == 77)
  }
}
