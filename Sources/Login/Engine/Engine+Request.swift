import Providers
package import Standards

extension Engine {
  /// Sends a request to the account's API, with its token or signature; never starts a login.
  ///
  /// The whole answer is kept in memory; see `open`.
  package func send(
    _ request: APIRequest,
    as account: AccountID
  ) async throws(AuthRunError) -> HTTPResponse {
    var request = request
    // What is kept must also come to an end.
    if request.maxTime == nil { request.maxTime = settings.httpTimeout }
    return try await open(request, as: account).collect(limit: APICaller.largestBody)
  }

  /// Bytes of an answer that is kept in memory.
  package static let largestAnswer = APICaller.largestBody

  /// Sends a request to the account's API and gives the answer as soon as its head is there.
  ///
  /// A 401 leads to one refresh and one more attempt, since a server may end a token early; where the API
  /// has no room for now, the request's rule says whether it is sent again.
  package func open(
    _ request: APIRequest,
    as account: AccountID
  ) async throws(AuthRunError) -> StreamedAnswer {
    do throws(AuthRunError) {
      return try await untilServed(request, account).explained { shown($0, account) }
    } catch {
      throw shown(error, account)
    }
  }

  private func untilServed(
    _ request: APIRequest,
    _ account: AccountID
  ) async throws(AuthRunError) -> StreamedAnswer {
    let descriptor = try descriptor(account.provider)
    var credential = try await credential(account, .forSigning)
    var hasRenewed = false
    var attempts = 0
    var waited: Int64 = 0
    while true {
      let answer = try await attempt(request, descriptor, credential)
      let head = answer.response.head
      if head.status == 401, answer.wasAuthorized, !hasRenewed, request.isRepeatable,
        Renewal(descriptor: descriptor, tools: tools).isPossible(for: credential)
      {
        var demand = TokenDemand.forSigning
        demand.forceRefresh = true
        let renewed = try await self.credential(account, demand)
        guard renewed.accessToken.bytes != credential.accessToken.bytes else {
          return answer.response
        }
        credential = renewed
        hasRenewed = true
        continue
      }
      let decision = request.retry.decide(
        head,
        method: request.method,
        attempts: attempts,
        waited: waited,
        now: tools.clock.now()
      )
      guard let pause = pause(decision, request, head) else { return answer.response }
      do {
        try await Task.sleep(for: .seconds(pause))
      } catch {
        throw AuthRunError(.interrupted, "interrupted", step: "request")
      }
      attempts += 1
      waited += pause
      credential = try await self.credential(account, .forSigning)
    }
  }

  /// The seconds to wait, said aloud; `nil` when the answer stands.
  private func pause(
    _ decision: RetryRule.Decision,
    _ request: APIRequest,
    _ head: HTTPResponse
  ) -> Int64? {
    switch decision {
    case .giveUp: return nil
    case .tooLong(let seconds):
      request.onWait?(
        "The API answered \(head.status) and asks to wait \(seconds) s; --max-wait \(seconds) does."
      )
      return nil
    case .wait(let seconds):
      guard request.isRepeatable else {
        request.onWait?(
          "The API answered \(head.status); the body can be sent only once, so it is not tried again."
        )
        return nil
      }
      request.onWait?("The API answered \(head.status); again in \(seconds) s.")
      return seconds
    }
  }

  private func attempt(
    _ request: APIRequest,
    _ descriptor: Descriptor,
    _ credential: Credential
  ) async throws(AuthRunError) -> FollowedResponse {
    let caller = APICaller(
      descriptor: descriptor,
      credential: credential,
      tools: try tools.reaching(descriptor, credential.options)
    )
    let step = "request"
    let manner = APICaller.Manner(
      upload: request.upload,
      limits: caller.streaming(request),
      progress: request.progress
    )
    let meant = try caller.message(request, step: step).url
    let message = try caller.prepared(request, step: step)
    let answer = try await caller.dispatch(message, manner, step: step)
    return try await caller.follow(
      answer.to(meant),
      of: message,
      sentTo: answer.url,
      manner,
      atMost: request.redirects,
      step: step
    )
  }
}
