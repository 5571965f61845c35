import Standards

/// The part of a practice provider that knows a protocol.
protocol PracticeSide: Sendable {
  /// Answers a request to one of its endpoints or to the API; `nil` when it is none of them.
  func answer(_ request: PracticeRequest) -> PracticeAnswer?

  /// Whether this request is for the page that asks the user.
  func isAuthorize(_ request: PracticeRequest) -> Bool

  /// Checks a request for that page; fails with the answer that refuses it.
  func openConsent(_ request: PracticeRequest) -> ConsentStart

  /// The user has decided.
  func decide(_ consent: Consent, isAllowed: Bool) -> HTTPResponse

  /// Whether the requests that follow are made by the descriptor's `request` table.
  func expectAPIRequests(_ areExpected: Bool)
}

/// A question that the user has to answer.
struct Consent: Sendable {
  /// Names the login on the provider's side: the temporary token, or the request itself.
  let key: String
  /// What the page shows: names with texts.
  let facts: [(String, String)]
}

/// What came of a request for the consent page.
enum ConsentStart {
  case ask(Consent, StepReport)
  case answer(PracticeAnswer)
}

extension PracticeSide {
  func isAuthorize(_ request: PracticeRequest) -> Bool { false }

  func openConsent(_ request: PracticeRequest) -> ConsentStart {
    .answer(PracticeAnswer(report: StepReport("authorize"), response: HTTPResponse(status: 404)))
  }

  func decide(_ consent: Consent, isAllowed: Bool) -> HTTPResponse { HTTPResponse(status: 404) }

  func expectAPIRequests(_ areExpected: Bool) {}
}
