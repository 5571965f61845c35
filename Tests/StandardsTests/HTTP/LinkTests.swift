import Standards
import Testing

@Suite
struct LinkTests {
  private func next(_ values: String...) -> String? {
    HTTPFields(values.map { HTTPField("Link", $0) }).link("next")
  }

  @Test(arguments: [
    (
      #"<https://a.example/?page=2>; rel="next", <https://a.example/?page=9>; rel="last""#,
      "https://a.example/?page=2"
    ),
    (#"<https://a.example/?page=1>; rel="prev", </?page=3>; rel=next"#, "/?page=3"),
    (#"</b>; title="a, <b>; rel=\"next\""; rel="up next""#, "/b"),
    (#"</c> ;  REL = NEXT ; foo"#, "/c"),
    (#"</d>;;rel=next"#, "/d"),
    ("<?cursor=a,b;c>; rel=next", "?cursor=a,b;c"),
    (#", ,</e>; rel="next""#, "/e"),
  ])
  func `the target of the relation is found`(value: String, target: String) {
    #expect(next(value) == target)
  }

  @Test(arguments: [
    #"</a>; rel="prev""#, "</a>", #"</a>; rel="nextish""#, "/a; rel=next", "</a; rel=next", "",
    #"</a>; rel="prev"; rel="next""#, #"</a>; rel="next"; anchor="/other""#,
    #"</a>; title="rel=next""#,
  ])
  func `other links are none`(value: String) {
    #expect(next(value) == nil)
  }

  @Test
  func `several fields are one list`() {
    #expect(next("</a>; rel=prev", "</b>; rel=next", "</c>; rel=next") == "/b")
  }
}

@Suite
struct RetryAfterTests {
  private func wait(_ value: String, date: String? = nil, now: Int64 = 0) -> Int64? {
    var fields = HTTPFields([HTTPField("Retry-After", value)])
    if let date { fields["Date"] = date }
    return fields.retryAfter(now: Timestamp(seconds: now))
  }

  @Test(arguments: [("0", 0), ("120", 120), ("99999999999999999999", .max)] as [(String, Int64)])
  func `seconds are read`(text: String, seconds: Int64) {
    #expect(wait(text) == seconds)
  }

  @Test
  func `a date counts from the server's own clock`() {
    let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    #expect(wait("Sun, 06 Nov 1994 08:50:07 GMT", date: date, now: 1_900_000_000) == 30)
    #expect(wait("Sun, 06 Nov 1994 08:49:00 GMT", date: date) == 0)
    #expect(wait(date, now: 784_111_770) == 7)
  }

  @Test(arguments: ["", "-1", "1.5", "soon", "1 s"])
  func `anything else is nothing`(text: String) {
    #expect(wait(text) == nil)
  }
}
