import Providers
package import Standards

/// One page of a list.
package struct APIPage: Sendable {
  package let response: HTTPResponse
  /// The page's items; `nil` where it holds no list.
  package let items: [JSONValue]?

  package init(response: HTTPResponse, items: [JSONValue]?) {
    self.response = response
    self.items = items
  }
}

/// The pages of a list, one request each, as the descriptor or the answers' `Link` fields say.
package struct APIPages: Sendable {
  private let engine: Engine
  private let account: AccountID
  private var request: APIRequest?
  private var visited: Set<String> = []

  /// Numbers in a page may be of any size, and a page may be large.
  private static let limits = JSONLimits(maximumBytes: APICaller.largestBody, maximumDepth: 256)

  init(_ engine: Engine, _ request: APIRequest, _ account: AccountID) {
    self.engine = engine
    self.request = request
    self.account = account
  }

  /// The next page, `nil` after the last; an answer of status 400 or more is the last.
  package mutating func next() async throws(AuthRunError) -> APIPage? {
    guard let request else { return nil }
    let answer = try await engine.open(request, as: account)
    do throws(AuthRunError) {
      return try await read(answer, request)
    } catch {
      throw engine.shown(error, await engine.actual(account))
    }
  }

  private mutating func read(
    _ answer: StreamedAnswer,
    _ request: APIRequest
  ) async throws(AuthRunError) -> APIPage {
    let response = try await answer.collect(limit: APICaller.largestBody)
    self.request = nil
    guard response.status < 400 else { return APIPage(response: response, items: nil) }
    let descriptor = try engine.descriptor(account.provider)
    let walk = PageWalk(spec: descriptor.request.pagination)
    let body = try? JSONReader.read(response.body, limits: Self.limits)
    visited.insert(answer.url.text)
    if let next = try walk.next(after: answer.head, body, at: answer.url) {
      var following = request
      following.target = next.removingQuery(descriptor.ownParameters).text
      guard visited.insert(following.target).inserted else {
        throw AuthRunError(
          .protocol,
          "the pages go in a circle: page \(visited.count) names one that came before",
          step: "request"
        )
      }
      self.request = following
    }
    return APIPage(response: response, items: body.flatMap(walk.items))
  }
}

extension Engine {
  /// The pages of a list; each is asked for when it is wanted.
  ///
  /// A page elsewhere than at the descriptor's hosts is refused before anything is sent to it.
  package func pages(_ request: APIRequest, as account: AccountID) -> APIPages {
    APIPages(self, request, account)
  }
}

extension Descriptor {
  /// Query parameters that every request gets from here: an API that repeats them in its links must not
  /// make them stand twice.
  fileprivate var ownParameters: Set<String> {
    var names = Set(request.query.map(\.name))
    if case .query(let name) = request.token { names.insert(name) }
    return names
  }
}
