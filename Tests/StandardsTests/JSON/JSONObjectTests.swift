import Standards
import Testing

@Suite
struct JSONObjectTests {
  /// More members than are searched one by one.
  private static let many = (0..<500).map { ("name\($0)", JSONValue.number(JSONNumber(Int64($0)))) }

  @Test
  func `a large object finds, replaces and removes like a small one`() {
    var object = JSONObject(Self.many)
    object["name7"] = .null
    object["name8"] = nil
    object["added"] = .bool(true)
    #expect(object.members.count == 500)
    #expect(object.members[7] == JSONObject.Member("name7", .null))
    #expect(object["name8"] == nil)
    #expect(object["name9"] == .number(JSONNumber(9)))
    #expect(object["name499"] == .number(JSONNumber(499)))
    #expect(object.members.last?.name == "added")
  }

  @Test
  func `objects are equal by their members however they came about`() {
    var built = JSONObject()
    for (name, value) in Self.many { built[name] = value }
    #expect(built == JSONObject(Self.many))
    #expect(Set([built, JSONObject(Self.many)]).count == 1)
  }

  @Test(.timeLimit(.minutes(1)))
  func `a hostile object costs no quadratic time`() {
    var object = JSONObject()
    for number in 0..<200_000 { object["member\(number)"] = .null }
    #expect(object.members.count == 200_000)
  }
}
