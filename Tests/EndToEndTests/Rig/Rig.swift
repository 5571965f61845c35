import Foundation
import TestSupport
import Testing

/// The providers' servers for one test, and a home for the authrun that logs in to them.
///
/// The shipped descriptors run unmodified: authrun believes it talks to the real hosts.
final class Rig: Sendable {
  let port: Int
  let authority: String
  let pin: String
  let home: TemporaryHome
  private let peers: PythonPeer

  static let hosts = [
    "api.twitter.com", "accounts.spotify.com", "api.spotify.com", "api.acme.example",
  ]
  static let consumerKey = "test-consumer-key"
  static let consumerSecret = "test/consumer+secret&="
  static let clientID = "test-client-id"
  static let clientSecret = "test-client-secret"
  static let appKey = "test-app-key"

  init(_ settings: RigSettings = RigSettings()) async throws {
    struct Opened: Decodable {
      let port: Int
      let ca: String
      let pin: String
    }
    peers = try await PeerService.shared()
    home = try TemporaryHome()
    let opened = try await peers.ask("open", ["settings": settings], as: Opened.self)
    port = opened.port
    authority = opened.ca
    pin = opened.pin
  }

  deinit {
    Task { [peers, port] in
      _ = try? await peers.ask("close", ["port": port], as: Bool.self)
    }
  }

  /// The environment of every authrun of this test: the keys, the catalogue, nobody's browser.
  var environment: [String: String] {
    var environment = home.environment
    environment["AUTHRUN_PROVIDERS"] = PackageLayout.providers
    environment["AUTHRUN_CACERT"] = authority
    environment["AUTHRUN_TWITTER_CONSUMER_KEY"] = Self.consumerKey
    environment["AUTHRUN_TWITTER_CONSUMER_SECRET"] = Self.consumerSecret
    environment["AUTHRUN_SPOTIFY_CLIENT_ID"] = Self.clientID
    environment["AUTHRUN_SPOTIFY_CLIENT_SECRET"] = Self.clientSecret
    environment["AUTHRUN_ACME_BASE"] = "https://api.acme.example"
    environment["AUTHRUN_ACME_APP_KEY"] = Self.appKey
    environment["AUTHRUN_ACME_USER_ID"] = "42"
    return environment
  }

  /// An authrun that reaches this rig; `at` sends it to another port of this machine.
  func command(
    _ arguments: [String],
    at port: Int? = nil,
    host: String = "127.0.0.1",
    variables: [String: String] = [:]
  ) throws
    -> Command
  {
    let connections = Self.hosts.map { "\($0):443:\(host):\(port ?? self.port)" }
    var environment = environment.merging(variables) { $1 }
    environment["AUTHRUN_CONNECT_TO"] = connections.joined(separator: ",")
    return Command(
      try PackageLayout.product("authrun"),
      arguments,
      environment: environment
    )
  }

  /// Runs authrun to its end.
  func authrun(
    _ arguments: String...,
    at port: Int? = nil,
    variables: [String: String] = [:]
  )
    async throws -> CommandResult
  {
    try await command(arguments, at: port, variables: variables).run()
  }

  /// Opens the authorization page and decides; the callback is delivered unless the test wants to.
  func visit(_ url: String, decision: String = "allow", deliver: Bool = true) async throws -> Visit
  {
    struct Question: Encodable {
      let port: Int
      let url: String
      let decision: String
      let deliver: Bool
    }
    return try await peers.ask(
      "visit",
      Question(port: port, url: url, decision: decision, deliver: deliver)
    )
  }

  /// One plain GET, as a stray request or a forged callback makes it.
  func fetch(_ url: String) async throws -> Fetched {
    try await peers.ask("fetch", ["url": url])
  }

  /// One request of a client that knows nothing of authrun, to a provider's server.
  func send(
    _ method: String,
    _ url: String,
    headers: [String: String],
    body: String? = nil
  ) async throws -> Fetched {
    struct Question: Encodable {
      let url: String
      let method: String
      let body: String?
      let headers: [String: String]
      let port: Int
    }
    return try await peers.ask(
      "fetch",
      Question(url: url, method: method, body: body, headers: headers, port: port)
    )
  }

  func inject(_ fault: Fault) async throws {
    struct Question: Encodable {
      let port: Int
      let fault: Fault

      func encode(to encoder: any Encoder) throws {
        try fault.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(port, forKey: .port)
      }

      enum CodingKeys: String, CodingKey {
        case port
      }
    }
    _ = try await peers.ask("fault", Question(port: port, fault: fault), as: Bool.self)
  }

  /// Lets the answers out that a fault of the kind `hold` keeps back.
  func release() async throws {
    _ = try await peer("release", as: Bool.self)
  }

  /// Ends all faults and forgets the requests so far.
  func clear() async throws {
    _ = try await peers.ask("clear", ["port": port], as: Bool.self)
  }

  /// Everything that arrived for a path, or at all.
  func requests(_ path: String? = nil) async throws -> [RecordedRequest] {
    let all = try await peers.ask("requests", ["port": port], as: [RecordedRequest].self)
    guard let path else { return all }
    return all.filter { $0.path == path }
  }

  /// Waits until a request for the path has arrived.
  func awaitRequest(_ path: String) async throws {
    struct Question: Encodable {
      let port: Int
      let path: String
    }
    let arrived = try await peers.ask(
      "await_requests",
      Question(port: port, path: path),
      as: Bool.self
    )
    try #require(arrived, "no request for \(path) arrived")
  }

  /// Changes a setting of a running server.
  func configure(_ provider: String, _ name: String, _ value: FaultValue) async throws {
    struct Question: Encodable {
      let port: Int
      let provider: String
      let name: String
      let value: FaultValue
    }
    _ = try await peers.ask(
      "configure",
      Question(port: port, provider: provider, name: name, value: value),
      as: Bool.self
    )
  }

  /// A question about this rig that needs nothing else.
  func peer<Reply: Decodable>(_ name: String, as type: Reply.Type) async throws -> Reply {
    try await peers.ask(name, ["port": port], as: type)
  }

  /// Revokes everything that the OAuth 2.0 server gave out.
  func revoke() async throws {
    _ = try await peers.ask("revoke", ["port": port], as: Bool.self)
  }

  /// A port that takes connections and never says a word.
  func silentPort() async throws -> Int {
    try await peers.ask("silence")
  }

  /// A port where nothing listens.
  func closedPort() async throws -> Int {
    try await peers.ask("nobody")
  }
}
