/// Reads the end of a token's life from a number, or from text that is a number and nothing else.
struct TokenExpiry {
  /// The end, never before 1970 nor after the year 9999.
  let time: Timestamp
  /// Whether the member says zero, which with some providers means never.
  let isZero: Bool

  /// The last second of the year 9999, the last that RFC 3339 can say.
  private static let latest: Int64 = 253_402_300_799

  /// Reads a member; `nil` when it is neither, so that no part of `3600abc` is taken.
  init?(_ value: JSONValue, form: TokenResponseRules.Expiry.Form, now: Timestamp) {
    if form == .rfc3339 {
      guard let text = value.string, let date = Timestamp(rfc3339: text) else { return nil }
      time = date
      isZero = false
      return
    }
    guard let number = Self.number(value) else { return nil }
    isZero = number.int64 == 0
    let amount = number.roundedDown
    let end =
      switch form {
      case .seconds: now.adding(amount)
      case .milliseconds: now.adding(Self.flooredThousandth(amount))
      case .epochMilliseconds: Timestamp(seconds: Self.flooredThousandth(amount))
      case .epochSeconds, .rfc3339: Timestamp(seconds: amount)
      }
    time = Timestamp(seconds: min(max(end.seconds, 0), Self.latest))
  }

  private static func number(_ value: JSONValue) -> JSONNumber? {
    switch value {
    case .number(let number): number
    case .string(let text): (try? JSONReader.read(Array(text.utf8)))?.number
    default: nil
    }
  }

  private static func flooredThousandth(_ amount: Int64) -> Int64 {
    amount >= 0 ? amount / 1000 : (amount - 999) / 1000
  }
}
