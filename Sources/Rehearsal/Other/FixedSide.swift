import Providers
import Standards

/// Plays a service that knows no login: the same key, or name and password, come with each request.
final class FixedSide: PracticeSide {
  private let plan: PracticePlan
  private let spec: FixedCredentialSpec

  init(_ plan: PracticePlan, _ spec: FixedCredentialSpec) {
    self.plan = plan
    self.spec = spec
  }

  func answer(_ request: PracticeRequest) -> PracticeAnswer? {
    let verify = verifyURL.map { request.isFor($0) } ?? false
    if let answer = plan.lookupAnswer(request, isLive: { $0 == self.expected }) { return answer }
    guard verify || plan.isResource(request) else { return nil }
    var report = StepReport("api")
    let given = plan.presentedToken(of: request)
    report.check("key in its place", given != nil, "it is not where the descriptor puts it")
    report.check("key", given == expected, "it is another")
    plan.checkConstants(of: request, &report)
    return PracticeAnswer(
      report: report,
      response: report.hasFault
        ? .json(["error": "unauthorized"], status: 401) : plan.resourceAnswer
    )
  }

  private var verifyURL: URI? {
    guard case .text(let target)? = try? spec.verify?.expand(plan.values) else { return nil }
    return target.hasPrefix("/") ? try? plan.resourceBase?.appendingPath(target) : try? URI(target)
  }

  private var expected: String {
    switch spec.form {
    case .key(let key): return text(key)
    case .basic(let username, let password):
      return Base64.encode(Array("\(text(username)):\(text(password))".utf8))
    }
  }

  private func text(_ template: TextTemplate) -> String {
    (try? template.expand(plan.values)).map(PracticePlan.text) ?? ""
  }
}
