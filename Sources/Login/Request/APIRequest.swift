package import HTTP
package import Standards

/// A request to a provider's API, made with an account's credential.
package struct APIRequest: Sendable {
  package var method: String
  /// A whole URL, or a path below the descriptor's `request.base`.
  package var target: String
  package var headers: HTTPFields
  /// What `Accept` says where neither `headers` nor the descriptor's constant fields have it.
  var accepts: String?
  package var body: [UInt8]
  /// What of target and body came from the account's secrets; nothing of what a user wrote.
  package var secrets = SecretPlaces()
  /// A body that is read while it is sent; it stands in the place of `body`.
  package var upload: BodySource?
  /// How many redirects are followed; a redirect is an answer like any other where this is zero.
  package var redirects = 0
  package var retry = RetryRule()
  /// The longest that one exchange may take in all, in seconds; `nil` leaves a streamed one unbounded.
  package var maxTime: Int?
  /// Counts what is sent of `upload`.
  package var progress: TransferProgress?
  /// Told of each wait before the request is sent again.
  package var onWait: (@Sendable (String) -> Void)?

  package init(
    method: String,
    target: String,
    headers: HTTPFields = HTTPFields(),
    body: [UInt8] = [],
    upload: BodySource? = nil
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
    self.upload = upload
  }

  /// Whether a target is a whole URL: a path may hold one in its query.
  package static func isWhole(_ target: String) -> Bool {
    guard let mark = target.firstRange(of: "://")?.lowerBound else { return false }
    return !target[..<mark].contains { "/?#".contains($0) }
  }

  /// Whether the body is there for another attempt.
  var isRepeatable: Bool { upload?.isRepeatable ?? true }
}
