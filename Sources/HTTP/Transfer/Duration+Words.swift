extension Duration {
  /// Whole milliseconds, at least one, as libcurl counts its limits.
  var inMilliseconds: Int {
    let (seconds, attoseconds) = components
    let (whole, overflow) = Int(seconds).multipliedReportingOverflow(by: 1_000)
    // libcurl keeps times in 32 bits on some machines; 20 days are as good as no limit.
    guard !overflow, whole < 1_728_000_000 else { return 1_728_000_000 }
    return max(1, whole + Int(attoseconds / 1_000_000_000_000_000))
  }

  var inSeconds: Double { Double(inMilliseconds) / 1_000 }

  /// As a message says it: `30 s`, `0.5 s`.
  var inWords: String {
    let milliseconds = inMilliseconds
    return milliseconds % 1_000 == 0 ? "\(milliseconds / 1_000) s" : "\(inSeconds) s"
  }
}
