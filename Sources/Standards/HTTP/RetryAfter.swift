extension HTTPFields {
  /// Seconds to wait before the request may be sent again (RFC 9110 §10.2.3); never negative.
  ///
  /// A date counts from the answer's own `Date`, so that a wrong clock here does not matter; `now` stands in
  /// where that is missing. `nil` when the field is absent or cannot be read.
  package func retryAfter(now: Timestamp) -> Int64? {
    guard let text = self["Retry-After"] else { return nil }
    if !text.isEmpty, text.utf8.allSatisfy(ASCII.isDigit) {
      // More digits than fit are for ever.
      return Int64(text) ?? .max
    }
    guard let date = Timestamp(httpDate: text) else { return nil }
    let base = self["Date"].flatMap(Timestamp.init(httpDate:)) ?? now
    return max(0, date.seconds - base.seconds)
  }
}
