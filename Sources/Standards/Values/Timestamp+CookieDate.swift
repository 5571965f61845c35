extension Timestamp {
  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// Reads the date of a cookie as user agents do: its parts in any order (RFC 6265 §5.1.1).
  package init?(cookieDate text: String) {
    var time: [Int]?
    var day: Int?
    var month: Int?
    var year: Int?
    let parts = ASCII.lowercased(text).utf8.split { byte in
      !(ASCII.isDigit(byte) || ASCII.isLetter(byte) || byte == UInt8(ascii: ":") || byte >= 0x80)
    }
    for part in parts.map({ String($0) ?? "" }) {
      let clock = part.split(separator: ":").map { Int($0) ?? 100 }
      if time == nil, clock.count == 3 {
        time = clock
      } else if day == nil, part.utf8.count <= 2, let number = Int(part) {
        day = number
      } else if month == nil, let index = Self.months.firstIndex(where: { part.hasPrefix($0) }) {
        month = index + 1
      } else if year == nil, (2...4).contains(part.utf8.count), let number = Int(part) {
        year = number < 70 ? 2000 + number : number < 100 ? 1900 + number : number
      }
    }
    guard let time, let day, let month, let year, year >= 1601,
      let date = CivilDate(
        year: year,
        month: month,
        day: day,
        hour: time[0],
        minute: time[1],
        second: time[2]
      )
    else { return nil }
    self = date.timestamp
  }
}
