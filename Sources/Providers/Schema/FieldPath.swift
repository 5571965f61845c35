/// Where a value stands in a descriptor: the keys and list positions that lead to it.
package struct FieldPath: Hashable, Sendable, CustomStringConvertible {
  /// One step down into a table.
  package enum Step: Hashable, Sendable {
    case key(String)
    /// A list position, counted from 1 as Lua does.
    case index(Int)
  }

  package let steps: [Step]

  /// The descriptor's own table.
  package static let root = FieldPath(steps: [])

  package init(steps: [Step]) {
    self.steps = steps
  }

  package func appending(_ key: String) -> FieldPath {
    FieldPath(steps: steps + [.key(key)])
  }

  package func appending(index: Int) -> FieldPath {
    FieldPath(steps: steps + [.index(index)])
  }

  /// The table that holds this value; the root is its own parent.
  package var parent: FieldPath { FieldPath(steps: Array(steps.dropLast())) }

  /// The path as an author would write it: `oauth2.scopes[2]`.
  package var description: String {
    steps.reduce(into: "") { text, step in
      switch step {
      case .key(let key): text += text.isEmpty ? key : ".\(key)"
      case .index(let index): text += "[\(index)]"
      }
    }
  }
}
