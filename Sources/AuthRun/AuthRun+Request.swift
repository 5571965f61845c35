public import Login
import Standards

/// A request to a provider's API, before it is signed or given its token.
public struct APICall: Sendable {
  /// The method, such as `GET`.
  public var method: String
  /// A whole URL, or a path below the base that the descriptor names.
  public var target: String
  /// Header fields beside the one that carries the token.
  public var headers: [(name: String, value: String)]
  /// The body's bytes.
  public var body: [UInt8]

  /// A request that is sent as it stands here.
  public init(
    method: String = "GET",
    target: String,
    headers: [(name: String, value: String)] = [],
    body: [UInt8] = []
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
  }
}

/// What an API answered.
public struct APIAnswer: Sendable {
  /// The HTTP status code; any status is an answer.
  public let status: Int
  /// The header fields in the order in which they came.
  public let headers: [(name: String, value: String)]
  /// The body's bytes, content coding undone.
  public let body: [UInt8]
}

extension AuthRun {
  /// Sends `call` with the account's token or signature; redirects are not followed.
  ///
  /// Fails with `host_not_allowed` when the URL leaves the hosts that the descriptor declares, and
  /// as `token(for:minimumLife:scopes:)` does.
  public func send(_ call: APICall, as account: Account) async throws(AuthRunError) -> APIAnswer {
    let request = APIRequest(
      method: call.method,
      target: call.target,
      headers: HTTPFields(call.headers.map { HTTPField($0.name, $0.value) }),
      body: call.body
    )
    let response = try await engine.send(request, as: account.id)
    return APIAnswer(
      status: response.status,
      headers: response.headers.fields.map { (name: $0.name, value: $0.value) },
      body: response.body
    )
  }
}
