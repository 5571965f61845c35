import TestSupport

/// The one Python process that plays every provider; each test gets a rig of its own in it.
enum PeerService {
  private static let starting = Task {
    try await PythonPeer("EndToEndTests/Peers/peers.py")
  }

  static func shared() async throws -> PythonPeer {
    try await starting.value
  }
}

/// What a rig's servers are set to; nil leaves the servers' own default.
struct RigSettings: Encodable, Sendable {
  struct Twitter: Encodable, Sendable {
    var xauthUsers: [String: String]?

    enum CodingKeys: String, CodingKey {
      case xauthUsers = "xauth_users"
    }
  }

  struct Spotify: Encodable, Sendable {
    var expiresIn: Int?
    var refreshTokens: Bool?
    var rotates: Bool?

    enum CodingKeys: String, CodingKey {
      case expiresIn = "expires_in"
      case refreshTokens = "refresh_tokens"
      case rotates
    }
  }

  struct Acme: Encodable, Sendable {
    var errorStatus: Int?
    var lifetime: Int?

    enum CodingKeys: String, CodingKey {
      case errorStatus = "error_status"
      case lifetime
    }
  }

  /// The address to listen on; loopback when nil.
  var listen: String?
  var twitter = Twitter()
  var spotify = Spotify()
  var acme = Acme()
}

/// One rule of what goes wrong at a server; see `Peers/faults.py`.
struct Fault: Encodable, Sendable {
  enum Action: String, Encodable, Sendable {
    /// Answers with `status` and `body`.
    case reply
    /// Takes the request and never answers.
    case hang
    /// Ends the connection without an answer.
    case close
    /// Does its work, then ends the connection without an answer.
    case lose
    /// Sends the answer's body one byte a second.
    case drip
    /// Ends the connection in the middle of the answer's body.
    case truncate
    /// Changes the answer's members: `set` and `remove`.
    case change
    /// Waits `seconds`, then answers.
    case delay
    /// Waits until the rig's `release`, then answers.
    case hold
  }

  var action: Action
  var path: String
  var host: String?
  var skip: Int?
  /// How many requests it hits; -1 for all.
  var times: Int?
  var status: Int?
  var headers: [String: String]?
  var body: String?
  var seconds: Double?
  var set: [String: FaultValue]?
  var remove: [String]?

  init(_ action: Action, at path: String) {
    self.action = action
    self.path = path
  }
}

/// A member's new value.
enum FaultValue: Encodable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  case text(String)
  case number(Int)

  init(stringLiteral value: String) {
    self = .text(value)
  }

  init(integerLiteral value: Int) {
    self = .number(value)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .number(let number): try container.encode(number)
    }
  }
}

/// A request as it arrived at a provider.
struct RecordedRequest: Decodable, Sendable {
  let method: String
  let host: String
  let path: String
  let query: String
  let headers: [String: String]
  let body: String
  let status: Int
}

/// What a person's browser met on the way from the authorization page.
struct Visit: Decodable, Sendable {
  let status: Int
  let page: String
  let callback: String?
  let pin: String?
  let delivered: Fetched?
}

/// An answer to a plain request.
struct Fetched: Decodable, Sendable {
  let status: Int
  let location: String?
  let body: String
}
