package import Standards

/// How a list that comes in pages goes on.
package struct PaginationSpec: Hashable, Sendable {
  package enum Rule: Hashable, Sendable {
    /// A `Link` field with the relation `next` (RFC 8288), as without any rule.
    case link
    /// Where an answer keeps the URL of the next page.
    case next(JSONPointer)
    /// Where an answer keeps a mark that the next request repeats in a query parameter.
    case cursor(JSONPointer, parameter: String)
    /// A query parameter that counts the items before the page.
    case offset(parameter: String)
    /// A query parameter that counts the pages.
    case page(parameter: String, first: Int64)
  }

  package var rule: Rule
  /// Where an answer keeps the items; `nil` where it is the list itself.
  package var items: JSONPointer?
  /// Where an answer says whether there is more.
  package var more: JSONPointer?

  package init(rule: Rule, items: JSONPointer? = nil, more: JSONPointer? = nil) {
    self.rule = rule
    self.items = items
    self.more = more
  }
}
