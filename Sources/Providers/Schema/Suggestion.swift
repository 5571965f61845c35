/// Finds the name that the author or user most likely meant.
package enum Suggestion {
  /// The candidate nearest to `word`, or `nil` when none is near enough to be worth naming.
  package static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let limit = max(1, word.unicodeScalars.count / 3)
    let ranked = candidates.lazy
      .map { (name: $0, distance: distance(word.lowercased(), $0.lowercased())) }
      .filter { $0.distance <= limit }
    return ranked.min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
  }

  /// How many insertions, deletions, changes and swaps of neighbours lead from one to the other.
  package static func distance(_ left: String, _ right: String) -> Int {
    let left = Array(left.unicodeScalars)
    let right = Array(right.unicodeScalars)
    // A name this long is no slip of the fingers, and the table below grows with the product.
    guard left.count <= 64, right.count <= 64 else { return .max }
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let change = previous[column] + (left[row] == right[column] ? 0 : 1)
        var best = min(change, previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, beforePrevious[column - 1] + 1)
        }
        current.append(best)
      }
      beforePrevious = previous
      previous = current
    }
    return previous[right.count]
  }
}
