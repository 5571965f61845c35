package import Standards

/// The person at the other side of a login: a terminal, or an app's own windows.
package protocol Interaction: Sendable {
  /// Tells what is going on; never asks.
  func show(_ notice: LoginNotice) async

  /// Opens `url` in a browser; `false` when none could be started.
  func open(_ url: URI) async -> Bool

  /// Asks for one answer; `nil` when nobody can answer.
  func ask(_ question: Question) async throws(AuthRunError) -> Secret?

  /// Lines that the user types while a login waits; ends when the input ends.
  func lines() -> AsyncStream<String>

  /// All of standard input, for an option given as `-`; `nil` when it cannot be read.
  func standardInput() async -> Secret?
}

/// A question that a login has to ask.
package struct Question: Hashable, Sendable {
  package var text: String
  /// Whether the answer must not be shown while it is typed.
  package var isSecret: Bool

  package init(_ text: String, isSecret: Bool = false) {
    self.text = text
    self.isSecret = isSecret
  }
}

/// What a login tells the user on its way.
package enum LoginNotice: Sendable {
  /// The hosts that a descriptor of the user's own can reach and the options it asks for.
  case firstUse(provider: String, hosts: [String], options: [String])
  /// A file of the user's own stands in place of the descriptor that came with authrun.
  case replacesShipped(provider: String, file: String)
  /// The vault was made, and where its key lies; the remark says why in no better place.
  case vaultCreated(path: String, keySource: String, remark: String?)
  /// The user must visit `url`; `redirectURI` is where the browser comes back to.
  case authorize(url: URI, redirectURI: String, capture: String)
  /// The user must visit `url`, on any device, and type `code` there; `complete` has it typed already.
  case device(code: String, url: URI, complete: URI?)
  /// A callback arrived and did not belong to this login; the wait goes on.
  case callbackRejected(reason: String)
  /// Waiting for the browser until the time is up.
  case waiting(seconds: Int)
  /// A step with the provider begins, such as `token`.
  case step(String)
  case warning(String)
}
