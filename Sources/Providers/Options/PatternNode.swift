/// The structure of a pattern.
indirect enum PatternNode: Hashable, Sendable {
  case empty
  case scalar(ScalarSet)
  case sequence([PatternNode])
  case choice([PatternNode])
  /// `maximum` is `nil` where there is none.
  case repeated(PatternNode, minimum: Int, maximum: Int?)

  /// The size at which a program is refused; counted repetitions multiply.
  private static let largestProgram = 2_000

  func compile(into program: inout [PatternInstruction]) throws(PatternError) {
    guard program.count < Self.largestProgram else {
      throw PatternError("the pattern repeats too much")
    }
    switch self {
    case .empty: break
    case .scalar(let set): program.append(.scalar(set))
    case .sequence(let nodes): for node in nodes { try node.compile(into: &program) }
    case .choice(let nodes): try Self.compileChoice(nodes[...], into: &program)
    case .repeated(let node, let minimum, let maximum):
      for _ in 0..<minimum { try node.compile(into: &program) }
      if let maximum {
        try Self.compileOptional(node, count: maximum - minimum, into: &program)
      } else {
        let start = program.count
        program.append(.split(start + 1, start + 1))
        try node.compile(into: &program)
        program.append(.jump(start))
        program[start] = .split(start + 1, program.count)
      }
    }
  }

  private static func compileChoice(
    _ nodes: ArraySlice<PatternNode>,
    into program: inout [PatternInstruction]
  ) throws(PatternError) {
    guard let first = nodes.first else { return }
    guard nodes.count > 1 else { return try first.compile(into: &program) }
    let start = program.count
    program.append(.match)
    try first.compile(into: &program)
    let end = program.count
    program.append(.match)
    try compileChoice(nodes.dropFirst(), into: &program)
    program[start] = .split(start + 1, end + 1)
    program[end] = .jump(program.count)
  }

  /// Up to `count` times: each time may be the one that is left out, with all after it.
  private static func compileOptional(
    _ node: PatternNode,
    count: Int,
    into program: inout [PatternInstruction]
  ) throws(PatternError) {
    var exits: [Int] = []
    for _ in 0..<count {
      exits.append(program.count)
      program.append(.match)
      try node.compile(into: &program)
    }
    for exit in exits { program[exit] = .split(exit + 1, program.count) }
  }
}
