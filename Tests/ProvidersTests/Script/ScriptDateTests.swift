import Providers
import Standards
import Testing

/// The calendar of scripts, which have no clock of their own.
@Suite
struct ScriptDateTests {
  @Test(arguments: [
    ("ctx.date(ctx.now())", "2023-11-14T22:13:20Z"),
    ("ctx.date(0, 'rfc3339')", "1970-01-01T00:00:00Z"),
    ("ctx.date(ctx.now() + 7 * 86400, 'date')", "2023-11-21"),
    ("ctx.date(951782400, 'date')", "2000-02-29"),
    ("ctx.date(784111777, 'http')", "Sun, 06 Nov 1994 08:49:37 GMT"),
    ("ctx.date(-1, 'http')", "Wed, 31 Dec 1969 23:59:59 GMT"),
    ("ctx.date(-86400, 'http')", "Wed, 31 Dec 1969 00:00:00 GMT"),
    ("ctx.date(1.9)", "1970-01-01T00:00:01Z"),
    (
      "(function() local d = ctx.date(784111777, 'parts')"
        + " return string.format('%04d%02d%02d%02d%02d%02d', d.year, d.month, d.day, d.hour, d.min, d.sec) end)()",
      "19941106084937"
    ),
    ("tostring(ctx.time('2027-01-31T12:00:00+01:00'))", "1801393200"),
    ("tostring(ctx.time('2027-01-31T11:00:00.123Z'))", "1801393200"),
    ("tostring(ctx.time('2027-01-31'))", "1801353600"),
    ("tostring(ctx.time('Sun, 06 Nov 1994 08:49:37 GMT'))", "784111777"),
  ])
  func `times are written and read as services do`(_ call: String, _ text: String) async throws {
    #expect(try await runScript("return \(call)").returned.text == text)
  }

  @Test(arguments: [
    ("ctx.date('soon')", "not string"), ("ctx.date()", "not nil"),
    ("ctx.date(1700000000000)", "milliseconds"), ("ctx.date(1/0)", "not number"),
    ("ctx.date(0, 'iso')", "rfc3339, date, http, parts"), ("ctx.date(0, 'date', 1)", "at most 2"),
    ("ctx.time(nil)", "there is none (nil)"), ("ctx.time(5)", "must be text"),
    ("ctx.time(ctx.opt.app_key)", "must be text, not secret"),
  ])
  func `a wrong call is an error of the script`(_ call: String, _ words: String) async {
    let error = await scriptError("return \(call)")
    #expect(error?.kind == .runtime)
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "no error")")
  }

  @Test(arguments: ["2027-13-01", "2027-1-1", "31.01.2027", "", "2027-01-31T12:00:00", "now"])
  func `a text that is no date is the service's fault, and can be caught`(
    _ text: String
  ) async throws {
    let error = await scriptError("return ctx.time('\(text)')")
    #expect(error?.kind == .failed(.protocol, providerCode: nil))
    let caught = try await runScript("return tostring((pcall(ctx.time, '\(text)')))")
    #expect(caught.returned.text == "false")
  }
}
