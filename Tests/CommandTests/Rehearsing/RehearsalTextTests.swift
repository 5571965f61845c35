import Login
import Standards
import Testing

@testable import Rehearsal
@testable import authrun_core

@Suite
struct RehearsalTextTests {
  private static let good = RehearsalEvent(
    step: "token",
    request: "POST a.example/token",
    checks: [.init(rule: "code known", fault: nil), .init(rule: "PKCE verifier", fault: nil)],
    status: 200
  )
  private static let bad = RehearsalEvent(
    step: "token",
    request: "POST a.example/token",
    checks: [
      .init(rule: "code known", fault: nil),
      .init(rule: "PKCE verifier", fault: "it is\u{1B} wrong"),
    ],
    status: 400
  )

  @Test
  func `a step names its request, its checks and its faults`() {
    let text = RehearsalText(style: .plain)
    #expect(
      text.lines(Self.good) == [
        "  ✓ token          POST a.example/token → 200",
        "      checked: code known, PKCE verifier",
      ]
    )
    #expect(
      text.lines(Self.bad) == [
        "  ✗ token          POST a.example/token → 400", "      checked: code known",
        "      ✗ PKCE verifier: it is\\u{1b} wrong",
      ]
    )
  }

  @Test
  func `a rehearsal passes only when something happened and nothing failed`() {
    let error = AuthRunError(.timeout, "no answer")
    #expect(RehearsalResult(id: "a", events: [Self.good]).exitStatus == 0)
    #expect(RehearsalResult(id: "a").exitStatus == 76)
    #expect(RehearsalResult(id: "a", events: [Self.good, Self.bad]).exitStatus == 76)
    #expect(RehearsalResult(id: "a", events: [Self.good], error: error).exitStatus == 69)
  }

  @Test
  func `the table counts steps and checks`() {
    let results = [
      RehearsalResult(id: "twitter", events: [Self.good, Self.good]),
      RehearsalResult(id: "acme", events: [Self.bad]),
    ]
    #expect(
      RehearsalText.table(results) == [
        "PROVIDER  RESULT  STEPS  CHECKS", "twitter   passed  2      4 of 4 held",
        "acme      FAILED  1      1 of 2 held", "", "1 of 2 rehearsals passed.",
      ]
    )
  }

  @Test
  func `the object holds every step and check`() {
    let object = RehearsalResult(id: "acme", events: [Self.bad]).json
    #expect(object["passed"] == false)
    #expect(object["steps"]?.array?.first?["checks"]?.array?.last?["rule"] == "PKCE verifier")
    #expect(object["steps"]?.array?.first?["checks"]?.array?.first?["fault"] == .null)
  }
}
