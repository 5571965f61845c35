/// The problems of a descriptor, of which no author reads more than some.
package struct ProblemList: Sendable {
  /// How many are kept; what comes after them is counted.
  static let most = 100

  package private(set) var kept: [DescriptorProblem] = []
  private var dropped = 0

  package var isEmpty: Bool { kept.isEmpty }

  /// Whether one more would be dropped, so that nothing needs to be found out about it.
  var isFull: Bool { kept.count >= Self.most }

  mutating func append(_ problem: DescriptorProblem) {
    if isFull { dropped += 1 } else { kept.append(problem) }
  }

  /// All of these, with a last one that counts what was dropped.
  static func all(_ lists: [ProblemList]) -> [DescriptorProblem] {
    let problems = lists.flatMap(\.kept)
    let dropped = lists.reduce(0) { $0 + $1.dropped } + max(0, problems.count - most)
    guard dropped > 0 else { return problems }
    return problems.prefix(most)
      + [DescriptorProblem(path: .root, message: "and \(dropped) more problems")]
  }
}
