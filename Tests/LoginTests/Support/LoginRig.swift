import Foundation
import HTTP
import Standards
import Storage
import Synchronization
import TestSupport

@testable import Login
@testable import Providers

/// An engine with a descriptor, a service that the test plays, and a user who pastes what the test says.
final class LoginRig: Sendable {
  let home: TemporaryHome
  let service: PlayedService
  let user: PlayedUser
  let clock: SetClock
  let engine: Engine
  let id: String

  /// Writes the descriptor `id` with these fields.
  init(
    _ fields: String,
    id: String = "shop",
    redirect: String = "https://app.example/cb",
    service: PlayedService = PlayedService()
  ) throws {
    self.id = id
    home = try TemporaryHome()
    self.service = service
    user = PlayedUser()
    clock = SetClock()
    let capture =
      redirect.isEmpty ? "" : "capture = { { via = \"paste\", redirect_uri = \"\(redirect)\" } },"
    let text =
      "return provider { api = 1, id = \"\(id)\", name = \"Shop\", \(capture)\n\(fields)\n}"
    try home.write(text, to: "providers/\(id).lua")
    engine = try Self.engine(home, clock, service)
  }

  private static func engine(
    _ home: TemporaryHome,
    _ clock: SetClock,
    _ service: PlayedService
  ) throws -> Engine {
    var settings = EngineSettings()
    settings.environment = home.environment
    settings.vault = home.file("vault.db")
    settings.providerDirectories = [home.file("providers")]
    return try Engine(
      settings,
      clock: clock,
      transport: { _ in service },
      pause: { clock.advance($0) }
    )
  }

  /// Another engine at the same home, as the next run of the command has one.
  func restarted() throws -> Engine { try Self.engine(home, clock, service) }

  /// Logs in with option values, which are secrets or not as the descriptor says.
  func login(
    _ options: [String: String] = ["client_id": "ID", "client_secret": "s3cret-value"],
    scopes: [String] = [],
    capture: String? = nil
  ) async throws -> LoginOutcome {
    var request = LoginRequest(provider: id)
    request.options = options
    request.scopes = scopes
    request.capture = capture
    request.timeout = 60
    return try await engine.login(request, interaction: user)
  }

  /// The code and message with which a login fails; `nil` when it does not.
  func failure(
    _ options: [String: String] = ["client_id": "ID", "client_secret": "s3cret-value"],
    capture: String? = nil
  ) async -> AuthRunError? {
    do {
      _ = try await login(options, capture: capture)
      return nil
    } catch {
      return error as? AuthRunError
    }
  }

  func token(force: Bool = false) async throws -> Credential {
    var demand = TokenDemand()
    demand.forceRefresh = force
    return try await engine.credential(AccountID(provider: id), demand)
  }

  func get(_ target: String) async throws -> HTTPResponse {
    try await engine.send(
      APIRequest(method: "GET", target: target),
      as: AccountID(provider: id)
    )
  }
}

/// A clock that stands still until it is moved.
final class SetClock: Standards.Clock {
  private let seconds = Mutex<Int64>(1_800_000_000)

  func now() -> Timestamp { Timestamp(seconds: seconds.withLock { $0 }) }

  func advance(_ amount: Int64) { seconds.withLock { $0 += amount } }
}

/// Answers requests as a test says, and remembers each.
final class PlayedService: HTTPTransport {
  typealias Answer = @Sendable (HTTPRequest) throws -> HTTPResponse

  private struct State {
    var answers: [String: Answer] = [:]
    var requests: [HTTPRequest] = []
    var identities: [ClientIdentity?] = []
  }

  private let state = Mutex(State())

  /// Plays the URL, whatever the request's query.
  func on(_ method: String, _ url: String, _ answer: @escaping Answer) {
    state.withLock { $0.answers["\(method) \(url)"] = answer }
  }

  func on(_ method: String, _ url: String, json: JSONValue, status: Int = 200) {
    on(method, url) { _ in .json(json, status: status) }
  }

  func on(_ method: String, _ url: String, text: String, status: Int = 200) {
    on(method, url) { _ in HTTPResponse(status: status, body: Array(text.utf8)) }
  }

  var requests: [HTTPRequest] { state.withLock { $0.requests } }
  var identities: [ClientIdentity?] { state.withLock { $0.identities } }

  /// The last request to the URL.
  func last(_ url: String) -> HTTPRequest? {
    requests.last { $0.url.text.split(separator: "?")[0] == url }
  }

  func send(
    _ request: HTTPRequest,
    upload: FileUpload?,
    limits: HTTPLimits?
  ) async throws(HTTPError) -> HTTPResponse {
    try answer(request, identity: nil)
  }

  func send(
    _ request: HTTPRequest,
    limits: HTTPLimits?,
    identity: ClientIdentity?
  ) async throws(HTTPError) -> HTTPResponse {
    try answer(request, identity: identity)
  }

  func open(
    _ request: HTTPRequest,
    upload: FileUpload?,
    limits: HTTPLimits,
    identity: ClientIdentity?
  ) async throws(HTTPError) -> any HTTPBodyStream {
    PlayedBody(head: try answer(request, identity: identity))
  }

  private func answer(
    _ request: HTTPRequest,
    identity: ClientIdentity?
  ) throws(HTTPError) -> HTTPResponse {
    let bare = request.url.text.split(separator: "?").first.map(String.init) ?? ""
    let answer = state.withLock { state in
      state.requests.append(request)
      state.identities.append(identity)
      return state.answers["\(request.method) \(bare)"]
    }
    guard let answer else {
      return .json(["error": "not_played", "url": .string(request.url.text)], status: 404)
    }
    do {
      return try answer(request)
    } catch {
      return .json(["error": .string("\(error)")], status: 500)
    }
  }
}

/// A whole answer as a stream of one piece.
private final class PlayedBody: HTTPBodyStream {
  let head: HTTPResponse
  private let rest: Mutex<[UInt8]?>

  init(head answer: HTTPResponse) {
    head = HTTPResponse(status: answer.status, headers: answer.headers)
    rest = Mutex(answer.body.isEmpty ? nil : answer.body)
  }

  func next() async throws(HTTPError) -> [UInt8]? {
    rest.withLock { rest in
      defer { rest = nil }
      return rest
    }
  }
}

/// A user who is told where to go and pastes an address back.
final class PlayedUser: Interaction {
  typealias Browser = @Sendable (URI) -> String?

  private let browser = Mutex<Browser>({ PlayedUser.agree($0) })
  private let shown = Mutex<[LoginNotice]>([])
  private let typed = Mutex<[String]>([])

  /// Says what the browser ends at for an authorize URL.
  func browse(_ browser: @escaping Browser) {
    self.browser.withLock { $0 = browser }
  }

  /// Agrees, with more parameters in the callback.
  func agree(adding extras: [(String, String)]) {
    browse { PlayedUser.agree($0, adding: extras) }
  }

  /// The callback of a user who agrees.
  static func agree(_ url: URI, adding extras: [(String, String)] = []) -> String? {
    guard let parameters = try? url.queryParameters(),
      let redirect = parameters.first("redirect_uri"), let target = try? URI(redirect)
    else { return nil }
    let state = parameters.first("state").map { [("state", $0)] } ?? []
    return target.appendingQuery(Parameters([("code", "C0DE")] + state + extras)).text
  }

  var notices: [LoginNotice] { shown.withLock { $0 } }

  var warnings: [String] {
    notices.compactMap { if case .warning(let text) = $0 { text } else { nil } }
  }

  /// The parameters of the last address that the user was sent to.
  var authorizeURL: URI? {
    notices.compactMap { if case .authorize(let url, _, _) = $0 { url } else { nil } }.last
  }

  var asked: Parameters { (try? authorizeURL?.queryParameters()) ?? Parameters() }

  func show(_ notice: LoginNotice) async {
    shown.withLock { $0.append(notice) }
    guard case .authorize(let url, _, _) = notice else { return }
    if let line = browser.withLock({ $0 })(url) { typed.withLock { $0.append(line) } }
  }

  func open(_ url: URI) async -> Bool { true }

  private let answer = Mutex<String?>(nil)

  /// What the user types when asked.
  func answers(_ text: String) { answer.withLock { $0 = text } }

  func ask(_ question: Question) async throws(AuthRunError) -> Secret? {
    answer.withLock { $0 }.map { Secret($0) }
  }

  /// What was typed so far; the input stays open, so that only a timeout ends a wait in vain.
  func lines() -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    for line in typed.withLock({ lines in
      defer { lines = [] }
      return lines
    }) { continuation.yield(line) }
    return stream
  }

  func standardInput() async -> Secret? { nil }
}

extension HTTPResponse {
  static func json(_ value: JSONValue, status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status: status,
      headers: HTTPFields([HTTPField("Content-Type", "application/json")]),
      body: Array(value.serialized.utf8)
    )
  }
}

extension HTTPRequest {
  /// The body's form fields.
  var form: Parameters { (try? FormEncoding.decode(body)) ?? Parameters() }
  var text: String { String(decoding: body, as: UTF8.self) }
  var json: JSONValue { (try? JSONReader.read(body)) ?? .null }
  var query: Parameters { (try? url.queryParameters()) ?? Parameters() }
}

extension JSONValue {
  /// What a token endpoint usually grants.
  static let grant: JSONValue = [
    "access_token": "T0KEN-1", "token_type": "Bearer", "expires_in": 3600,
    "refresh_token": "R3FRESH-1",
  ]
}
