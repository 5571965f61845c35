import Testing

@testable import Providers

@Suite
struct ExpressionNamingTests {
  @Test(arguments: [
    (
      "return r.json.error.desc[1]", "attempt to index a nil value (field 'error')",
      "attempt to index a nil value (r.json.error)"
    ),
    (
      "local x = r.json[\"a b\"].c.d", "attempt to index a nil value (field 'c')",
      "attempt to index a nil value (r.json[\"a b\"].c)"
    ),
    (
      "local t = r.json.a .. r.json.b", "attempt to concatenate a nil value (field 'b')",
      "attempt to concatenate a nil value (r.json.b)"
    ),
    (
      "return f(1, 2).x", "attempt to index a nil value",
      "attempt to index a nil value (f(1, 2))"
    ),
    (
      "return list[1].x", "attempt to index a nil value (field '?')",
      "attempt to index a nil value (list[1])"
    ),
    (
      "ctx.http:fetch(1)", "attempt to call a nil value (method 'fetch')",
      "attempt to call a nil value (ctx.http:fetch)"
    ),
    (
      "ctx.http.fetch { url = 1 }", "attempt to call a nil value (field 'fetch')",
      "attempt to call a nil value (ctx.http.fetch)"
    ),
    (
      "return body.x", "attempt to index a nil value (upvalue 'body')",
      "attempt to index a nil value (body)"
    ),
    (
      "return a.x + b.x", "attempt to perform arithmetic on a nil value (field 'x')",
      "attempt to perform arithmetic on a nil value (field 'x') in: return a.x + b.x"
    ),
    ("error('no')", "no", "no"),
  ])
  func `the expression stands in the message`(source: String, message: String, named: String) {
    let text = "-- a comment\n" + source + "\n"
    #expect(ExpressionNaming.named(message, line: 2, in: Array(text.utf8)) == named)
  }

  @Test
  func `without a line the message stays`() {
    let message = "attempt to index a nil value (field 'x')"
    #expect(ExpressionNaming.named(message, line: nil, in: Array("a.x.y".utf8)) == message)
    #expect(ExpressionNaming.named(message, line: 9, in: Array("a.x.y".utf8)) == message)
  }
}
