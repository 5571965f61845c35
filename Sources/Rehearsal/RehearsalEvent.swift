/// What a practice provider saw in one request, what it checked, and how it answered.
///
/// Nothing in it is secret: checks name parameters, never their values.
package struct RehearsalEvent: Hashable, Sendable {
  /// One thing that was looked at.
  package struct Check: Hashable, Sendable {
    /// What must hold, such as `signature HMAC-SHA1`.
    package let rule: String
    /// Why it does not hold; `nil` when it does.
    package let fault: String?

    package var passed: Bool { fault == nil }
  }

  /// `request_token`, `authorize`, `consent`, `access_token`, `token`, `refresh`, `api`, `reply`, or
  /// `unknown` for a request that no step expects.
  package let step: String
  /// Method, host and path; no query.
  package let request: String
  package let checks: [Check]
  /// The HTTP status of the answer.
  package let status: Int

  package var passed: Bool { checks.allSatisfy(\.passed) }
}

/// Collects the checks of one step.
struct StepReport {
  let step: String
  private(set) var checks: [RehearsalEvent.Check] = []

  init(_ step: String) {
    self.step = step
  }

  var hasFault: Bool { checks.contains { !$0.passed } }

  /// Notes whether the rule holds and returns it.
  @discardableResult
  mutating func check(_ rule: String, _ holds: Bool, _ fault: @autoclosure () -> String) -> Bool {
    checks.append(RehearsalEvent.Check(rule: rule, fault: holds ? nil : fault()))
    return holds
  }

  /// The words for a client whose request breaks a rule.
  var faultText: String {
    checks.compactMap { check in check.fault.map { "\(check.rule): \($0)" } }.joined(
      separator: "; "
    )
  }
}
