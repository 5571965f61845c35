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
  /// signature, then or later in the chain, and must be one of the descriptor's hosts all the same.
  func follow(
    _ first: StreamedAnswer,
    of request: HTTPRequest,
    _ manner: Manner,
    atMost count: Int,
    step: String
  ) async throws(AuthRunError) -> FollowedResponse {
    var response = first
    var request = request
    var manner = manner
    var isBare = false
    for _ in 0..<count {
      let head = response.head
      let decision = RedirectDecision.decide(
        request,
        hasUpload: manner.upload != nil,
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
        response = try await dispatch(request, manner, step: step)
          .to(request.url)
      }
    }
    if count == 0 || RedirectDecision.decide(request, answeredBy: response.head) == nil {
      return FollowedResponse(response: response, wasAuthorized: !isBare)
    }
    throw AuthRunError(.protocol, "more than \(count) redirects", step: step)
  }
}
