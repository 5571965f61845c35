import HTTP
package import Standards
import Synchronization

/// An API's answer: its head at once, its body in pieces, no faster than they are taken.
package final class StreamedAnswer: Sendable {
  /// Status and header fields; the body is empty.
  package let head: HTTPResponse
  /// What was asked, before the token and the descriptor's own parameters were added.
  package let url: URI
  private let stream: any HTTPBodyStream
  private let step: String
  /// Adds to an error what is known of the account.
  private let explain: @Sendable (AuthRunError) -> AuthRunError
  private let state = Mutex(State())

  private struct State {
    /// What was looked at and not taken yet.
    var held: [UInt8] = []
    var isAtEnd = false
  }

  init(_ stream: any HTTPBodyStream, url: URI, step: String) {
    head = stream.head
    self.stream = stream
    self.url = url
    self.step = step
    explain = { $0 }
  }

  private init(
    _ other: StreamedAnswer,
    url: URI,
    explain: @escaping @Sendable (AuthRunError) -> AuthRunError
  ) {
    head = other.head
    stream = other.stream
    step = other.step
    self.url = url
    self.explain = explain
    let (held, isAtEnd) = other.state.withLock { ($0.held, $0.isAtEnd) }
    state.withLock { $0 = State(held: held, isAtEnd: isAtEnd) }
  }

  /// The same answer to another URL: the one that was meant rather than the one that was sent.
  func to(_ url: URI) -> StreamedAnswer {
    StreamedAnswer(self, url: url, explain: explain)
  }

  /// The same answer, with errors told as `explain` has it.
  func explained(
    by explain: @escaping @Sendable (AuthRunError) -> AuthRunError
  ) -> StreamedAnswer {
    StreamedAnswer(self, url: url, explain: explain)
  }

  /// The next piece of the body, `nil` at its end; one reader at a time.
  package func next() async throws(AuthRunError) -> [UInt8]? {
    let held = state.withLock { state in
      defer { state.held = [] }
      return state.held
    }
    if !held.isEmpty { return held }
    return try await receive()
  }

  /// The whole answer; refused where the body is larger than `limit` bytes.
  package func collect(limit: Int) async throws(AuthRunError) -> HTTPResponse {
    var response = head
    while let piece = try await next() {
      response.body += piece
      guard response.body.count <= limit else {
        throw explain(
          AuthRunError(
            .protocol,
            "\(url.host): the answer is larger than \(limit) bytes",
            step: step
          )
        )
      }
    }
    return response
  }

  /// The whole answer if its body has at most `limit` bytes, else `nil`; nothing is taken.
  func whole(atMost limit: Int) async throws(AuthRunError) -> HTTPResponse? {
    while state.withLock({ $0.held.count <= limit && !$0.isAtEnd }) {
      guard let piece = try await receive() else { break }
      state.withLock { $0.held += piece }
    }
    return state.withLock { state in
      guard state.isAtEnd, state.held.count <= limit else { return nil }
      var response = head
      response.body = state.held
      return response
    }
  }

  private func receive() async throws(AuthRunError) -> [UInt8]? {
    if state.withLock({ $0.isAtEnd }) { return nil }
    do throws(HTTPError) {
      let piece = try await stream.next()
      if piece == nil { state.withLock { $0.isAtEnd = true } }
      return piece
    } catch {
      throw explain(AuthRunError(error, step: step))
    }
  }
}
