package import Standards

/// How far this machine's clock is from those of the services.
package enum ClockSkew {
  /// Seconds that every service forgives.
  private static let unnoticed: Int64 = 30
  /// Beyond this, signed requests and ID tokens are refused.
  private static let forgiven: Int64 = 240

  /// Judges the `Date` of an answer that was asked for at `sent` and came at `received`.
  package static func check(
    _ date: Timestamp,
    sent: Timestamp,
    received: Timestamp,
    host: String
  ) -> DoctorCheck {
    // Any time between the two would do; a whole second is lost by rounding.
    let ahead =
      if date < sent.adding(-1) {
        sent.seconds - date.seconds
      } else if date > received.adding(1) {
        received.seconds - date.seconds
      } else {
        Int64(0)
      }
    guard abs(ahead) > unnoticed else {
      return DoctorCheck("clock", .ok, "agrees with \(host)")
    }
    let words = "\(abs(ahead)) s \(ahead > 0 ? "ahead of" : "behind") that of \(host)"
    return DoctorCheck(
      "clock",
      abs(ahead) > forgiven ? .problem : .warning,
      "this machine's clock is \(words)",
      hint: "set it: signed requests and ID tokens hold for minutes only",
      code: .protocol
    )
  }
}
