/// Learns from a refused request how far our clock is from the provider's (RFC 5849 §3.3).
package enum OAuth1ClockOffset {
  /// The seconds to add to our clock for one more attempt; `nil` when an attempt cannot help.
  ///
  /// Only a refusal that names the timestamp counts, and only when the response says what time it is.
  /// The caller keeps the offset for the origin (`OAuth1ClockOffsets`) and tries no more than once. `now` is
  /// our clock when the response came, without any offset; `applied` the offset that the refused request was
  /// signed with.
  package static func correction(
    for response: HTTPResponse,
    now: Timestamp,
    applied: Int64
  ) -> Int64? {
    guard [400, 401, 403].contains(response.status), refusesTimestamp(response),
      let date = response.headers["Date"].flatMap(Timestamp.init(httpDate:))
    else { return nil }
    let (offset, overflow) = date.seconds.subtractingReportingOverflow(now.seconds)
    guard !overflow, offset != applied else { return nil }
    return offset
  }

  private static func refusesTimestamp(_ response: HTTPResponse) -> Bool {
    let read = OAuth1Response(response)
    return read.problem?.refusesTimestamp ?? false
  }
}
