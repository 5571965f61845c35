import Standards
import Testing

@Suite
struct OAuth1ClockOffsetTests {
  /// 10 minutes after `now`.
  private static let date = HTTPField("Date", "Sun, 06 Nov 1994 08:59:37 GMT")
  private static let now = Timestamp(seconds: 784_111_777)

  @Test(arguments: [
    "oauth_problem=timestamp_refused",
    #"{"errors":[{"code":135,"message":"Timestamp out of bounds."}]}"#,
  ])
  func `O-36 a refused timestamp is shifted by the server's date`(_ body: String) {
    let response = OAuth1TestValues.response(body, status: 401, headers: [Self.date])
    #expect(OAuth1ClockOffset.correction(for: response, now: Self.now, applied: 0) == 600)
  }

  @Test
  func `an attempt that used the same offset is not repeated`() {
    let response = OAuth1TestValues.response(
      "oauth_problem=timestamp_refused",
      status: 401,
      headers: [Self.date]
    )
    #expect(OAuth1ClockOffset.correction(for: response, now: Self.now, applied: 600) == nil)
  }

  @Test(arguments: [
    (401, "oauth_problem=nonce_used", true), (401, "no", true),
    (200, "oauth_problem=timestamp_refused", true),
    (503, "oauth_problem=timestamp_refused", true), (401, "oauth_problem=timestamp_refused", false),
  ])
  func `nothing else is a reason to shift`(_ status: Int, _ body: String, _ dated: Bool) {
    let response = OAuth1TestValues.response(
      body,
      status: status,
      headers: dated ? [Self.date] : [HTTPField("Date", "yesterday")]
    )
    #expect(OAuth1ClockOffset.correction(for: response, now: Self.now, applied: 0) == nil)
  }

  @Test
  func `O-36 an offset is kept for its origin, for a day, and through a text`() throws {
    var offsets = OAuth1ClockOffsets()
    let url = try URI("https://a.example/r?x=1")
    offsets.learn(600, for: url, at: Self.now)
    offsets = OAuth1ClockOffsets(serialized: offsets.serializedBytes)
    #expect(offsets.seconds(for: try URI("https://A.example:443/other"), at: Self.now) == 600)
    #expect(offsets.seconds(for: try URI("https://a.example:444/r"), at: Self.now) == 0)
    #expect(offsets.seconds(for: try URI("https://b.example/r"), at: Self.now) == 0)
    #expect(offsets.seconds(for: url, at: Self.now.adding(86_399)) == 600)
    #expect(offsets.seconds(for: url, at: Self.now.adding(86_400)) == 0)
    #expect(offsets.seconds(for: url, at: Self.now.adding(-1)) == 0)
    offsets.learn(0, for: url, at: Self.now)
    #expect(offsets == OAuth1ClockOffsets())
  }

  @Test
  func `of too many origins the oldest is forgotten`() throws {
    var offsets = OAuth1ClockOffsets()
    for index in 0...OAuth1ClockOffsets.maximumCount {
      let url = try URI("https://h\(index).example/")
      offsets.learn(5, for: url, at: Self.now.adding(Int64(index)))
    }
    let later = Self.now.adding(100)
    #expect(offsets.seconds(for: try URI("https://h0.example/"), at: later) == 0)
    #expect(offsets.seconds(for: try URI("https://h1.example/"), at: later) == 5)
  }

  @Test(arguments: ["", "{", "[]", #"{"https://a.example":5}"#, #"{"https://a.example":["5",1]}"#])
  func `a text that is not ours counts as nothing known`(_ text: String) {
    #expect(OAuth1ClockOffsets(serialized: Array(text.utf8)) == OAuth1ClockOffsets())
  }
}
