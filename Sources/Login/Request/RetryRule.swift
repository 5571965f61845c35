package import Standards

/// Whether and when a request is sent again that the API had no room for (RFC 6585 §4, RFC 9110 §15.6.4).
package struct RetryRule: Hashable, Sendable {
  /// How many times at most; `nil` is the usual: a few, for methods that may be repeated, and only where
  /// the answer says when.
  package var count: Int?
  /// The longest to wait in all, in seconds.
  package var longestWait: Int64

  package init(count: Int? = nil, longestWait: Int64 = 60) {
    self.count = count
    self.longestWait = longestWait
  }

  package enum Decision: Hashable, Sendable {
    case giveUp
    /// The API asks for more than may be waited.
    case tooLong(seconds: Int64)
    case wait(seconds: Int64)
  }

  private static let usualCount = 3
  /// The longest pause of those that grow by themselves, in seconds.
  private static let longestPause: Int64 = 30
  /// RFC 9110 §9.2.2.
  private static let idempotent: Set = ["GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE"]

  /// Decides about an answer after `attempts` repetitions for which `waited` seconds were spent.
  package func decide(
    _ head: HTTPResponse,
    method: String,
    attempts: Int,
    waited: Int64,
    now: Timestamp
  ) -> Decision {
    guard head.status == 429 || head.status == 503 else { return .giveUp }
    let asked = head.headers.retryAfter(now: now)
    if count == nil, asked == nil || !Self.idempotent.contains(method) { return .giveUp }
    guard attempts < count ?? Self.usualCount else { return .giveUp }
    let pause = asked ?? min(Self.longestPause, 1 << Int64(min(attempts, 5)))
    guard pause <= longestWait - waited else { return .tooLong(seconds: pause) }
    return .wait(seconds: pause)
  }
}
