/// A date and time of day in UTC, and its place on the scale of `Timestamp`.
struct CivilDate: Hashable {
  var year: Int
  var month: Int
  var day: Int
  var hour: Int
  var minute: Int
  /// 0 to 60; 60 is a leap second and counts as the first second of the next minute.
  var second: Int

  private static let secondsADay: Int64 = 86_400

  /// `nil` when a field is out of its range.
  init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    guard 0...9999 ~= year, 1...12 ~= month, day >= 1, day <= Self.days(in: month, of: year),
      0...23 ~= hour, 0...59 ~= minute, 0...60 ~= second
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// The date of a time; years outside 0 to 9999 stay at the ends.
  init(_ timestamp: Timestamp) {
    // 0000-01-01T00:00:00Z and 9999-12-31T23:59:59Z
    let seconds = min(max(timestamp.seconds, -62_167_219_200), 253_402_300_799)
    var days = seconds / Self.secondsADay
    var time = seconds % Self.secondsADay
    if time < 0 {
      time += Self.secondsADay
      days -= 1
    }
    hour = Int(time / 3600)
    minute = Int(time / 60 % 60)
    second = Int(time % 60)
    // Years are counted from March, so that the leap day is the last of its year; 400 years repeat.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = Int(dayOfYear - (153 * shiftedMonth + 2) / 5) + 1
    month = Int(shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9)
    year = Int(yearOfEra + era * 400) + (month <= 2 ? 1 : 0)
  }

  var timestamp: Timestamp {
    let shiftedYear = Int64(month <= 2 ? year - 1 : year)
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let shiftedMonth = Int64(month > 2 ? month - 3 : month + 9)
    let dayOfYear = (153 * shiftedMonth + 2) / 5 + Int64(day) - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    let days = era * 146_097 + dayOfEra - 719_468
    return Timestamp(
      seconds: days * Self.secondsADay + Int64(hour * 3600 + minute * 60 + second)
    )
  }

  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension Timestamp {
  /// The seconds of the years 0 to 9999, which dates of four digits can say.
  package static let writable: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

  /// Year, month, day, hour, minute and second in UTC, under the names that Lua gives them.
  package var civilParts: [String: Int] {
    let date = CivilDate(self)
    return [
      "year": date.year, "month": date.month, "day": date.day, "hour": date.hour,
      "min": date.minute, "sec": date.second,
    ]
  }
}

/// Reads fixed forms of dates, byte by byte.
struct DateScanner {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  var isAtEnd: Bool { position == bytes.count }

  /// Takes a number of exactly `count` digits.
  mutating func digits(_ count: Int) -> Int? {
    guard position + count <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[position..<position + count] {
      guard ASCII.isDigit(byte) else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    position += count
    return value
  }

  /// Takes as many digits as there are, at least one; their value is of no interest.
  mutating func skipDigits() -> Bool {
    let start = position
    while position < bytes.count, ASCII.isDigit(bytes[position]) {
      position += 1
    }
    return position > start
  }

  /// Takes the text, in this case only.
  mutating func take(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  /// Takes the first of the words that stands here, and answers its index.
  mutating func word(of words: [String]) -> Int? {
    for (index, word) in words.enumerated() where take(word) {
      return index
    }
    return nil
  }
}
