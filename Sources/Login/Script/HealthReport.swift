/// What a descriptor's `health` function says about an account.
package struct HealthReport: Hashable, Sendable {
  package let isWell: Bool
  /// The reason, or anything worth knowing.
  package let text: String?
}
