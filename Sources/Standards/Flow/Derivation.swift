/// How a value was derived, for `--trace`; holds nothing secret.
package struct Derivation: Hashable, Sendable {
  /// The name of the derived value: `code_challenge`, `oauth_signature`.
  package let name: String
  /// The rule with its inputs by name, secrets never spelled out.
  package let formula: String
  /// The value where it is not secret.
  package let value: String?

  package init(name: String, formula: String, value: String?) {
    self.name = name
    self.formula = formula
    self.value = value
  }
}
