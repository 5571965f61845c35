import Login
import Rehearsal
import Standards

/// What came of rehearsing one provider.
struct RehearsalResult: Sendable {
  let id: String
  /// What the practice provider saw, in order.
  var events: [RehearsalEvent] = []
  var error: AuthRunError?

  var passed: Bool { error == nil && !events.isEmpty && events.allSatisfy(\.passed) }

  /// Zero when all went well; a check that failed without an error breaks the protocol.
  var exitStatus: Int32 {
    passed ? 0 : (error?.code ?? .protocol).exitStatus
  }

  var checks: (passed: Int, all: Int) {
    let checks = events.flatMap(\.checks)
    return (checks.count(where: \.passed), checks.count)
  }

  var json: JSONValue {
    var object = JSONObject([
      ("provider", .string(id)), ("passed", .bool(passed)),
      ("steps", .array(events.map(Self.json))),
    ])
    if let error { object["error"] = ErrorReport(error: error).json["error"] }
    return .object(object)
  }

  private static func json(_ event: RehearsalEvent) -> JSONValue {
    let checks = event.checks.map { check in
      JSONValue.object(
        JSONObject([("rule", .string(check.rule)), ("fault", .text(check.fault))])
      )
    }
    return .object(
      JSONObject([
        ("step", .string(event.step)), ("request", .string(event.request)),
        ("status", .integer(Int64(event.status))), ("passed", .bool(event.passed)),
        ("checks", .array(checks)),
      ])
    )
  }
}
