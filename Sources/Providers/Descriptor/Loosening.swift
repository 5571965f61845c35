/// A check that a descriptor gives up, which `check` and `show` report.
package struct Loosening: Hashable, Sendable {
  /// The field that gives it up, such as `oauth2.pkce`.
  package let field: String
  /// What that means, in one sentence.
  package let consequence: String

  package init(_ field: String, _ consequence: String) {
    self.field = field
    self.consequence = consequence
  }
}
