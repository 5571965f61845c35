extension Timestamp {
  /// Reads the three forms of a date in a header field (RFC 9110 §5.6.7).
  ///
  /// The two-digit year of the oldest form means 1970 to 2069. Names of days are not compared with the
  /// date.
  package init?(httpDate text: String) {
    guard let date = Self.fixedDate(text) ?? Self.asctimeDate(text) else { return nil }
    self = date.timestamp
  }

  /// The time in the form of header fields, `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7).
  package var httpDate: String {
    let date = CivilDate(self)
    func padded(_ value: Int, _ width: Int = 2) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
    // 1970-01-01 was a Thursday.
    let days = date.timestamp.seconds / 86_400 - (date.timestamp.seconds % 86_400 < 0 ? 1 : 0)
    let day = Self.shortDays[Int(((days + 3) % 7 + 7) % 7)]
    let time = [date.hour, date.minute, date.second].map { padded($0) }.joined(separator: ":")
    return
      "\(day), \(padded(date.day)) \(Self.months[date.month - 1]) \(padded(date.year, 4)) \(time) GMT"
  }

  private static let shortDays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let longDays = [
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
  ]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// `Sun, 06 Nov 1994 08:49:37 GMT` or `Sunday, 06-Nov-94 08:49:37 GMT`.
  private static func fixedDate(_ text: String) -> CivilDate? {
    var scanner = DateScanner(text)
    let isOld = scanner.word(of: longDays) != nil
    guard isOld || scanner.word(of: shortDays) != nil else { return nil }
    let separator = isOld ? "-" : " "
    guard scanner.take(", "), let day = scanner.digits(2), scanner.take(separator),
      let month = scanner.word(of: months), scanner.take(separator),
      let year = scanner.digits(isOld ? 2 : 4), scanner.take(" "),
      let time = time(&scanner), scanner.take(" GMT"), scanner.isAtEnd
    else { return nil }
    return CivilDate(
      year: isOld ? (year < 70 ? 2000 + year : 1900 + year) : year,
      month: month + 1,
      day: day,
      hour: time.hour,
      minute: time.minute,
      second: time.second
    )
  }

  /// `Sun Nov  6 08:49:37 1994`.
  private static func asctimeDate(_ text: String) -> CivilDate? {
    var scanner = DateScanner(text)
    guard scanner.word(of: shortDays) != nil, scanner.take(" "),
      let month = scanner.word(of: months), scanner.take(" "),
      let day = scanner.take(" ") ? scanner.digits(1) : scanner.digits(2), scanner.take(" "),
      let time = time(&scanner), scanner.take(" "), let year = scanner.digits(4), scanner.isAtEnd
    else { return nil }
    return CivilDate(
      year: year,
      month: month + 1,
      day: day,
      hour: time.hour,
      minute: time.minute,
      second: time.second
    )
  }

  private static func time(
    _ scanner: inout DateScanner
  ) -> (hour: Int, minute: Int, second: Int)? {
    guard let hour = scanner.digits(2), scanner.take(":"), let minute = scanner.digits(2),
      scanner.take(":"), let second = scanner.digits(2)
    else { return nil }
    return (hour, minute, second)
  }
}
