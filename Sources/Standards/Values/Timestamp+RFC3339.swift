extension Timestamp {
  /// Reads `2026-11-30T06:07:13Z`, with any fraction (rounded down) and any offset (RFC 3339 §5.6).
  package init?(rfc3339 text: String) {
    var scanner = DateScanner(text)
    guard let year = scanner.digits(4), scanner.take("-"), let month = scanner.digits(2),
      scanner.take("-"), let day = scanner.digits(2), scanner.word(of: ["T", "t"]) != nil,
      let hour = scanner.digits(2), scanner.take(":"), let minute = scanner.digits(2),
      scanner.take(":"), let second = scanner.digits(2)
    else { return nil }
    if scanner.take(".") {
      guard scanner.skipDigits() else { return nil }
    }
    guard let sign = scanner.word(of: ["Z", "z", "+", "-"]) else { return nil }
    var offset = 0
    if sign >= 2 {
      guard let hours = scanner.digits(2), scanner.take(":"), let minutes = scanner.digits(2),
        hours <= 23, minutes <= 59
      else { return nil }
      offset = (hours * 60 + minutes) * (sign == 2 ? 60 : -60)
    }
    guard scanner.isAtEnd,
      let date = CivilDate(
        year: year,
        month: month,
        day: day,
        hour: hour,
        minute: minute,
        second: second
      )
    else { return nil }
    self = date.timestamp.adding(Int64(-offset))
  }

  /// The time in UTC with `Z`; years outside 0 to 9999, which the form cannot say, stay at the ends.
  package var rfc3339: String {
    let date = CivilDate(self)
    var output: [UInt8] = []
    func append(_ value: Int, width: Int) {
      let digits = Array(String(value).utf8)
      output.append(contentsOf: repeatElement(0x30, count: max(0, width - digits.count)))
      output.append(contentsOf: digits)
    }
    append(date.year, width: 4)
    for (mark, value) in [
      ("-", date.month), ("-", date.day), ("T", date.hour), (":", date.minute), (":", date.second),
    ] {
      output.append(contentsOf: mark.utf8)
      append(value, width: 2)
    }
    output.append(UInt8(ascii: "Z"))
    return String(decoding: output, as: UTF8.self)
  }
}
