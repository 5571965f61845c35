import Providers
import Standards
import Synchronization

/// Plays a service of its own kind with the replies that its descriptor brings.
final class CannedReplies: PracticeSide {
  private let plan: PracticePlan
  private let tokens: PracticeTokens
  private let replies: [RehearsalReply]
  /// All tokens that replies have brought.
  private let issued = Mutex<Set<String>>([])
  private let areAPIRequests = Mutex(false)

  init(_ plan: PracticePlan, _ replies: [RehearsalReply], _ tokens: PracticeTokens) {
    self.plan = plan
    self.replies = replies
    self.tokens = tokens
  }

  func expectAPIRequests(_ areExpected: Bool) {
    areAPIRequests.withLock { $0 = areExpected }
  }

  /// Takes the first reply whose expectations hold; without one, tells what the nearest missed.
  func answer(_ request: PracticeRequest) -> PracticeAnswer? {
    let candidates = replies.filter { $0.path == request.path && $0.method == request.method }
    var nearest: StepReport?
    for reply in candidates {
      let report = check(request, reply)
      if !report.hasFault { return PracticeAnswer(report: report, response: response(reply)) }
      let faults = report.checks.count { !$0.passed }
      if nearest.map({ faults < $0.checks.count { !$0.passed } }) ?? true { nearest = report }
    }
    guard let report = nearest ?? wrongMethod(request) else { return nil }
    let body: JSONValue = [
      "error": "rehearsal_mismatch", "error_description": .string(report.faultText),
    ]
    return PracticeAnswer(report: report, response: .json(body, status: 400))
  }

  private func wrongMethod(_ request: PracticeRequest) -> StepReport? {
    let methods = replies.filter { $0.path == request.path }.map(\.method)
    guard !methods.isEmpty else { return nil }
    var report = StepReport("reply")
    report.check("method \(methods.joined(separator: " or "))", false, "it is \(request.method)")
    return report
  }

  private func check(_ request: PracticeRequest, _ reply: RehearsalReply) -> StepReport {
    var report = StepReport("reply")
    report.check("readable", !request.form.isMalformed, "an escape of the form is broken")
    if let expected = reply.form { checkForm(request, expected, &report) }
    if reply.requiresBearer { checkToken(request, &report) }
    // A page that sends the browser on was in its address bar; a query of the script's own is a loosened check.
    if (300..<400).contains(reply.status) { plan.checkNoSecret(in: request.query, &report) }
    return report
  }

  private func checkForm(
    _ request: PracticeRequest,
    _ expected: [EndpointSpec.NamedTemplate],
    _ report: inout StepReport
  ) {
    report.check(
      "form body",
      request.contentType == "application/x-www-form-urlencoded",
      "the content type is \(request.contentType ?? "missing")"
    )
    for field in expected {
      let given = request.form.all(field.name)
      guard let value = field.expand(plan.values).map(PracticePlan.text) else {
        report.check("form field \(field.name)", given.isEmpty, "it is there without its option")
        continue
      }
      let fault =
        given.isEmpty
        ? "it is missing" : given.count > 1 ? "it is there \(given.count) times" : "it differs"
      report.check(
        "form field \(field.name)",
        given == [value],
        "\(fault); expected \(field.value.source)"
      )
    }
    let known = Set(expected.map(\.name))
    let others = Set(request.form.pairs.map { String(decoding: $0.name, as: UTF8.self) })
      .subtracting(known).sorted()
    report.check(
      "no other form fields",
      others.isEmpty,
      "\(others.joined(separator: ", ")) is not expected"
    )
  }

  private func checkToken(_ request: PracticeRequest, _ report: inout StepReport) {
    let isAPI = areAPIRequests.withLock { $0 }
    guard isAPI, plan.descriptor.presentation != .signed else {
      // A script puts the token where it likes, its `sign` too.
      let issued = issued.withLock { $0 }
      report.check(
        "access token",
        request.texts.contains { text in issued.contains { text.contains($0) } },
        "none that was given here is in the request"
      )
      if isAPI { plan.checkConstants(of: request, &report) }
      return
    }
    let token = plan.presentedToken(of: request)
    report.check(
      "access token",
      token.map { token in issued.withLock { $0.contains(token) } } ?? false,
      token == nil ? "it is not where the descriptor puts it" : "it was not given here"
    )
    plan.checkConstants(of: request, &report)
  }

  private func response(_ reply: RehearsalReply) -> HTTPResponse {
    var response =
      reply.json.map { HTTPResponse.json(fill($0), status: reply.status) }
      ?? HTTPResponse(status: reply.status)
    response.headers.fields += reply.headers.map { HTTPField($0.name, fill($0.value)) }
    return response
  }

  /// Puts fresh tokens where a text says `{jwt}` or `{random}`.
  private func fill(_ value: JSONValue) -> JSONValue {
    switch value {
    case .string(let text): .string(fill(text))
    case .array(let elements): .array(elements.map(fill))
    case .object(let object): .object(fill(object))
    case .null, .bool, .number: value
    }
  }

  private func fill(_ object: JSONObject) -> JSONObject {
    var filled = JSONObject()
    for member in object.members {
      filled[member.name] = fill(member.value)
    }
    return filled
  }

  private func fill(_ text: String) -> String {
    var text = text
    for (mark, make) in [("{jwt}", tokens.jwt), ("{random}", tokens.opaque)] {
      while let range = text.firstRange(of: mark) {
        let token = make()
        issued.withLock { _ = $0.insert(token) }
        text = text[..<range.lowerBound] + token + text[range.upperBound...]
      }
    }
    return text
  }
}
