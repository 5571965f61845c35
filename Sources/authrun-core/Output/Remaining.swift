import Standards

/// How far away a moment is, in words.
enum Remaining {
  /// As in `in 58 min`, `expired 3 h ago` or `never`.
  static func text(until end: Timestamp?, now: Timestamp) -> String {
    guard let end else { return "never" }
    let seconds = end.seconds - now.seconds
    return seconds > 0 ? "in \(span(seconds))" : "expired \(span(-seconds)) ago"
  }

  /// A duration in the largest unit that leaves at least two of it.
  static func span(_ seconds: Int64) -> String {
    switch seconds {
    case ..<120: "\(seconds) s"
    case ..<7_200: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3_600) h"
    default: "\(seconds / 86_400) days"
    }
  }
}
