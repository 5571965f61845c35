import Standards
import Testing

@Suite
struct TimestampTests {
  @Test(
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2026-11-30T06:07:13Z", 1_796_018_833),
      ("1996-12-19T16:39:57-08:00", 851_042_397),
      ("1985-04-12T23:20:50.52Z", 482_196_050), ("2000-02-29t12:00:00z", 951_825_600),
      ("1969-12-31T23:59:59Z", -1),
      ("1990-12-31T23:59:60Z", 662_688_000), ("1937-01-01T12:00:27.87+00:20", -1_041_337_173),
      ("0000-01-01T00:00:00Z", -62_167_219_200), ("9999-12-31T23:59:59Z", 253_402_300_799),
    ] as [(String, Int64)]
  )
  func `RFC 3339 is read`(text: String, seconds: Int64) {
    #expect(Timestamp(rfc3339: text)?.seconds == seconds)
  }

  @Test(arguments: [
    "", "2026-11-30", "2026-11-30T06:07:13", "2026-11-30 06:07:13Z", "2026-13-01T00:00:00Z",
    "2026-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z", "2026-11-30T24:00:00Z", "2026-11-30T06:60:13Z", "2026-11-30T06:07:61Z",
    "2026-11-30T06:07:13.Z",
    "2026-11-30T06:07:13+0100", "2026-11-30T06:07:13Zx", "2026-00-10T00:00:00Z",
    "2026-01-00T00:00:00Z", "+026-01-01T00:00:00Z",
    "2026-11-30T06:07:13+24:00", "20261130T060713Z",
  ])
  func `other forms are refused`(text: String) {
    #expect(Timestamp(rfc3339: text) == nil)
  }

  @Test
  func `every day of four centuries comes back`() {
    for day in stride(from: Int64(-146_097), to: 146_097, by: 13) {
      let time = Timestamp(seconds: day * 86_400 + 86_399)
      #expect(Timestamp(rfc3339: time.rfc3339) == time)
    }
    #expect(Timestamp(seconds: 1_796_018_833).rfc3339 == "2026-11-30T06:07:13Z")
    #expect(Timestamp(seconds: .max).rfc3339 == "9999-12-31T23:59:59Z")
    #expect(Timestamp(seconds: .min).rfc3339 == "0000-01-01T00:00:00Z")
  }

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
  ])
  func `the three forms of an HTTP date are one time`(text: String) {
    #expect(Timestamp(httpDate: text)?.seconds == 784_111_777)
  }

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 6 Nov 1994 08:49:37 GMT",
    "sun, 06 nov 1994 08:49:37 gmt", "784111777",
    "Sun, 31 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT ", "",
  ])
  func `other HTTP dates are refused`(text: String) {
    #expect(Timestamp(httpDate: text) == nil)
  }
}

@Suite
struct HTTPFieldTests {
  @Test
  func `names compare without the case of ASCII letters only`() {
    var fields = HTTPFields([HTTPField("Content-TYPE", "a"), HTTPField("\u{212A}", "b")])
    #expect(fields["content-type"] == "a")
    #expect(fields["k"] == nil)
    fields["CONTENT-type"] = "c"
    #expect(fields.values("Content-Type") == ["c"])
  }

  @Test(arguments: [
    ("X", "a\r\nY: b", false), ("X", "a\u{0}", false), ("X:", "a", false), ("", "a", false),
    ("X Y", "a", false),
    ("X", "a\tb ü", true),
  ])
  func `a field that would break the message is invalid`(name: String, value: String, isValid: Bool)
  {
    #expect(HTTPField(name, value).isValid == isValid)
  }

  @Test
  func `media types compare without parameters and case`() {
    let fields = HTTPFields([
      HTTPField("Content-Type", "Application/X-WWW-Form-Urlencoded; charset=UTF-8")
    ])
    #expect(fields.contentType?.isForm == true)
    #expect(MediaType("application/problem+json")?.isJSON == true)
    #expect(MediaType("json") == nil)
    #expect(HTTPFields(fields.fields + fields.fields).contentType == nil)
  }
}
