import Standards

/// An answer, and whether the request that it answers had the account's token or signature.
struct FollowedResponse: Sendable {
  let response: StreamedAnswer
  let wasAuthorized: Bool
}

extension APICaller {
  /// Follows redirects that the caller asked to follow.
  ///
  /// On the same origin each request is signed or authorized anew. Another origin gets neither the token nor a
  /// signature, then or later in the chain, and must be one of the descriptor's hosts all the same. `sent` is
  /// the URL to which the first request really went.
  func follow(
    _ first: StreamedAnswer,
    of request: HTTPRequest,
    sentTo sent: URI,
    _ manner: Manner,
    atMost count: Int,
    step: String
  ) async throws(AuthRunError) -> FollowedResponse {
    var response = first
    var request = request
    var manner = manner
    var isBare = false
    var added = Self.parametersAdded(to: request.url, in: sent)
    for _ in 0..<count {
      let head = response.head
      let decision = RedirectDecision.decide(
        request,
        hasUpload: manner.upload != nil,
        credentialParameters: added,
        answeredBy: head
      )
      if RedirectDecision.dropsBody(request.method, status: head.status) { manner.upload = nil }
      switch decision {
      case nil:
        return FollowedResponse(response: response, wasAuthorized: !isBare)
      case .stop(let reason):
        tools.tracer.note(step, "not followed: \(reason)")
        return FollowedResponse(response: response, wasAuthorized: !isBare)
      case .authorizeAgain(let next): request = next
      case .sendBare(let next):
        request = next
        isBare = true
      }
      guard manner.isRepeatable else {
        tools.tracer.note(step, "not followed: the body can be sent only once")
        return FollowedResponse(response: response, wasAuthorized: !isBare)
      }
      try HostGuard(descriptor, tools).require(request.url, for: credential, step: step)
      if isBare {
        tools.tracer.note(step, "another origin: sent without the account's token")
        response = try await sendBare(request, manner, step: step)
      } else {
        let answer = try await dispatch(request, manner, step: step)
        added.formUnion(Self.parametersAdded(to: request.url, in: answer.url))
        response = answer.to(request.url)
      }
    }
    if count == 0 || RedirectDecision.decide(request, answeredBy: response.head) == nil {
      return FollowedResponse(response: response, wasAuthorized: !isBare)
    }
    throw AuthRunError(.protocol, "more than \(count) redirects", step: step)
  }

  /// The names of what dispatching added to the query: a token, a signature, whatever a hook put there.
  private static func parametersAdded(to url: URI, in sent: URI) -> Set<String> {
    guard let all = try? sent.queryParameters(), let own = try? url.queryParameters() else {
      return []
    }
    return Set(all.pairs.map(\.nameText)).subtracting(own.pairs.map(\.nameText))
  }
}
