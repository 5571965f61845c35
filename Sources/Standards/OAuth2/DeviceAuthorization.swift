/// What a device authorization endpoint answers (RFC 8628 §3.2).
package struct DeviceAuthorization: Sendable {
  package let deviceCode: Secret
  /// What the user types at `verificationURI`.
  package let userCode: String
  package let verificationURI: URI
  /// The same place with the code in it; to be opened or shown as a picture.
  package let completeURI: URI?
  package let expiresAt: Timestamp
  /// Seconds between two questions.
  package let interval: Int64

  /// The interval where the server names none.
  private static let standardInterval: Int64 = 5
  /// The lifetime where the server breaks the rule that it names one.
  private static let standardLifetime: Int64 = 300

  package init(
    _ response: HTTPResponse,
    at now: Timestamp,
    rules: TokenResponseRules,
    hiding secrets: [Secret] = []
  ) throws(ProtocolFailure) {
    let body = TokenResponseBody(response.body)
    if let failure = TokenError(response: response, body: body, rules: rules).failure {
      throw failure.hiding(secrets)
    }
    guard let object = body.object, let code = object["device_code"]?.string, !code.isEmpty,
      let userCode = object["user_code"]?.string, Self.isPrintable(userCode)
    else {
      throw ProtocolFailure(.protocolViolation, "the device response holds no codes")
    }
    // The draft, and Google to this day, say `url` for `uri`.
    guard
      let address = Self.address(object["verification_uri"] ?? object["verification_url"])
    else {
      throw ProtocolFailure(.protocolViolation, "the device response holds no web address")
    }
    deviceCode = Secret(code)
    self.userCode = userCode
    verificationURI = address
    completeURI = Self.address(
      object["verification_uri_complete"] ?? object["verification_url_complete"]
    )
    let lifetime = Self.seconds(object["expires_in"]) ?? Self.standardLifetime
    expiresAt = now.adding(min(max(lifetime, 1), 86_400))
    interval = min(max(Self.seconds(object["interval"]) ?? Self.standardInterval, 1), 300)
  }

  /// The grant's name at the token endpoint (RFC 8628 §3.4).
  package static let grantType = "urn:ietf:params:oauth:grant-type:device_code"

  private static func isPrintable(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 128 && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }

  private static func address(_ value: JSONValue?) -> URI? {
    guard let uri = value?.string.flatMap({ try? URI($0) }), uri.userInfo == nil,
      uri.scheme == "https" || uri.scheme == "http" && uri.isLoopback
    else { return nil }
    return uri
  }

  private static func seconds(_ value: JSONValue?) -> Int64? {
    switch value {
    case .number(let number): number.roundedDown
    case .string(let text): Int64(text)
    default: nil
    }
  }
}

/// How often a device may ask, and what an answer means for the next question (RFC 8628 §3.5).
package struct DevicePolling: Sendable {
  package enum Step: Hashable, Sendable {
    /// Ask again after this many seconds.
    case wait(Int64)
    /// The user has decided, or the time is up: the response says how.
    case finished
  }

  package private(set) var interval: Int64
  package let expiresAt: Timestamp
  private let rules: TokenResponseRules

  /// What one `slow_down` adds, for good.
  private static let slowDown: Int64 = 5

  package init(_ authorization: DeviceAuthorization, rules: TokenResponseRules) {
    interval = authorization.interval
    expiresAt = authorization.expiresAt
    self.rules = rules
  }

  /// Whether the last answer was that the user has not decided, so that only the time ended the polling.
  package func isUndecided(_ response: HTTPResponse) -> Bool {
    switch TokenError.code(in: response, rules: rules) {
    case "expired_token", "authorization_pending", "slow_down": true
    default: false
    }
  }

  /// Takes an answer of the token endpoint in; `nil` is a request that timed out, which doubles the pause.
  package mutating func step(after response: HTTPResponse?, at now: Timestamp) -> Step {
    guard let response else {
      interval = min(interval * 2, 300)
      return .wait(interval)
    }
    switch TokenError.code(in: response, rules: rules) {
    case "authorization_pending": break
    case "slow_down": interval = min(interval + Self.slowDown, 300)
    default: return .finished
    }
    return now.adding(interval) < expiresAt ? .wait(interval) : .finished
  }
}
