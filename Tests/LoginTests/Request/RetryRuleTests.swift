import Standards
import Testing

@testable import Login

@Suite
struct RetryRuleTests {
  private func decide(
    _ status: Int,
    after: String? = nil,
    _ method: String = "GET",
    attempts: Int = 0,
    waited: Int64 = 0,
    rule: RetryRule = RetryRule()
  ) -> RetryRule.Decision {
    var head = HTTPResponse(status: status)
    head.headers["Retry-After"] = after
    return rule.decide(
      head,
      method: method,
      attempts: attempts,
      waited: waited,
      now: Timestamp(seconds: 0)
    )
  }

  @Test(arguments: [429, 503])
  func `the API's own time is waited for`(status: Int) {
    #expect(decide(status, after: "7") == .wait(seconds: 7))
    #expect(decide(status, after: "7", "DELETE") == .wait(seconds: 7))
    #expect(decide(status, after: "7", attempts: 3) == .giveUp)
  }

  @Test
  func `unasked only methods that may be repeated, and only when the API says when`() {
    #expect(decide(429, after: "7", "POST") == .giveUp)
    #expect(decide(429, after: "7", "PATCH") == .giveUp)
    #expect(decide(503) == .giveUp)
    #expect(decide(500, after: "1") == .giveUp)
    #expect(decide(200, after: "1") == .giveUp)
  }

  @Test
  func `asked for, any method, with pauses that grow`() {
    let rule = RetryRule(count: 20, longestWait: 1000)
    let pauses = (0..<8).map { decide(503, "POST", attempts: $0, rule: rule) }
    #expect(pauses == [1, 2, 4, 8, 16, 30, 30, 30].map { .wait(seconds: $0) })
    #expect(decide(503, "POST", attempts: 20, rule: rule) == .giveUp)
    #expect(decide(429, after: "3", rule: RetryRule(count: 0)) == .giveUp)
  }

  @Test
  func `no longer than may be waited in all`() {
    let rule = RetryRule(count: 9, longestWait: 10)
    #expect(decide(429, after: "10", rule: rule) == .wait(seconds: 10))
    #expect(decide(429, after: "11", rule: rule) == .tooLong(seconds: 11))
    #expect(decide(429, after: "4", attempts: 1, waited: 7, rule: rule) == .tooLong(seconds: 4))
    #expect(decide(429, after: "99999999999999999999") == .tooLong(seconds: .max))
  }
}
