import Standards

/// How far away a moment is, in words.
enum Remaining {
  /// As in `in 58 min`, `expired 3 h ago` or `never`.
  static func text(until end: Timestamp?, now: Timestamp) -> String {
    guard let end else { return "never" }
    // A token may claim any end at all.
    let seconds = now.seconds >= 0 ? max(end.seconds, -Int64.max + now.seconds) - now.seconds : 0
    return seconds > 0 ? "in \(span(seconds))" : "expired \(span(-seconds)) ago"
  }

  /// The mean Gregorian year, in seconds.
  private static let year: Int64 = 31_556_952

  /// A duration in the largest unit that leaves at least two of it.
  static func span(_ seconds: Int64) -> String {
    switch seconds {
    case ..<120: "\(seconds) s"
    case ..<7_200: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3_600) h"
    case ..<(2 * year): "\(seconds / 86_400) days"
    case ..<(10_000 * year): "\(seconds / year) years"
    default: "more than 10000 years"
    }
  }
}
