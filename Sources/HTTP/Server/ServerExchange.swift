import Standards

/// What is known of one connection and the request on it.
struct ServerExchange {
  /// How far the request has come.
  enum Phase {
    /// Nothing or not all of the header fields were read.
    case head
    case body
    /// The handler decides; the connection is suspended.
    case handling
    /// The answer is known and is being sent.
    case answering(HTTPResponse)
    case done
  }

  let socket: Int32
  var phase = Phase.head
  var request = ServerRequest(method: "", target: "")
  /// The body became larger than allowed; the rest is read and dropped.
  var isTooLarge = false
  var connection: ServerConnection?
  var handling: Task<Void, Never>?
  var deadline: Task<Void, Never>?
  /// Whether it is being closed for the sake of others.
  var isGivenUp = false

  /// Whether it holds a place for a request that is still to come.
  var isIncomplete: Bool {
    switch phase {
    case .head, .body: !isGivenUp
    case .handling, .answering, .done: false
    }
  }

  /// Whether someone still waits for an answer to a complete request.
  var isOwed: Bool {
    switch phase {
    case .handling, .answering: true
    case .head, .body, .done: false
    }
  }
}

extension HTTPResponse {
  /// A short answer of the server itself.
  init(refusal status: Int, _ text: String) {
    self.init(
      status: status,
      headers: HTTPFields([HTTPField("Content-Type", "text/plain; charset=utf-8")]),
      body: Array("\(text)\n".utf8)
    )
  }
}
