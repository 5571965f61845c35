/// Finds what someone meant to type.
enum Suggestion {
  /// The candidate nearest to `word`, if it is near enough to be a slip of the fingers.
  static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let typed = word.lowercased()
    let allowed = typed.count <= 3 ? 1 : 2
    var best: (distance: Int, candidate: String)?
    for candidate in candidates {
      let distance = distance(typed, candidate.lowercased())
      if distance <= allowed, distance < candidate.count, distance < best?.distance ?? .max {
        best = (distance, candidate)
      }
    }
    return best?.candidate
  }

  /// Single-character insertions, deletions, replacements and swaps of neighbours between two words.
  static func distance(_ left: String, _ right: String) -> Int {
    let left = Array(left)
    let right = Array(right)
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for (row, a) in left.enumerated() {
      var current = [row + 1]
      for (column, b) in right.enumerated() {
        var cost = min(last[column + 1] + 1, current[column] + 1, last[column] + (a == b ? 0 : 1))
        if row > 0, column > 0, a == right[column - 1], left[row - 1] == b {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[right.count]
  }
}
