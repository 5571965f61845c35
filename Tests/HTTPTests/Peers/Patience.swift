import HTTP

extension HTTPLimits {
  /// For tests that are not about time: only a hang is as long.
  static let patient = HTTPLimits(connectTimeout: .seconds(600), totalTimeout: .seconds(600))
}
