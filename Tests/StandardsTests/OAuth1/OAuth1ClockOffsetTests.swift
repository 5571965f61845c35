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
    #expect(OAuth1ClockOffset.correction(for: response, now: Self.now) == 600)
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
    #expect(OAuth1ClockOffset.correction(for: response, now: Self.now) == nil)
  }
}
