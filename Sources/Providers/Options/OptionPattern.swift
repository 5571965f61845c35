/// What the whole value of an option must look like: a small regular expression.
///
/// It has characters, `.`, classes (`[a-z0-9-]`, `[^/]`), groups, `|`, and the repetitions `*`, `+`, `?`,
/// `{n}` and `{n,m}`; a backslash takes the next character as it is. There is nothing whose matching
/// could take more than time proportional to value and pattern, since descriptors come from anyone.
package struct OptionPattern: Hashable, Sendable {
  package let source: String
  private let program: [PatternInstruction]

  /// Compiles the pattern; fails with a sentence that says what is wrong.
  package init(_ source: String) throws(PatternError) {
    guard source.unicodeScalars.count <= 200 else { throw PatternError("the pattern is too long") }
    var parser = PatternParser(source)
    let node = try parser.parse()
    var program: [PatternInstruction] = []
    try node.compile(into: &program)
    program.append(.match)
    self.source = source
    self.program = program
  }

  package static func == (left: OptionPattern, right: OptionPattern) -> Bool {
    left.source == right.source
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(source)
  }

  /// Whether the pattern describes the whole of `text`.
  ///
  /// Follows all alternatives at once (Thompson's construction), so that no pattern can blow up.
  package func matches(_ text: String) -> Bool {
    var current = states(reachedFrom: [0])
    for scalar in text.unicodeScalars {
      var next: [Int] = []
      for state in current {
        if case .scalar(let set) = program[state], set.contains(scalar) { next.append(state + 1) }
      }
      if next.isEmpty { return false }
      current = states(reachedFrom: next)
    }
    return current.contains(program.count - 1)
  }

  /// All states that are reached from these without reading anything.
  private func states(reachedFrom start: [Int]) -> [Int] {
    var seen = [Bool](repeating: false, count: program.count)
    var reached: [Int] = []
    var pending = start
    while let state = pending.popLast() {
      if seen[state] { continue }
      seen[state] = true
      switch program[state] {
      case .scalar, .match: reached.append(state)
      case .jump(let target): pending.append(target)
      case .split(let first, let second): pending += [first, second]
      }
    }
    return reached
  }
}

/// Why a pattern cannot be read.
package struct PatternError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// One step of a compiled pattern.
enum PatternInstruction: Hashable, Sendable {
  /// Reads one scalar of the set and goes on to the next instruction.
  case scalar(ScalarSet)
  case jump(Int)
  case split(Int, Int)
  case match
}

/// The scalars that one place of a pattern accepts.
struct ScalarSet: Hashable, Sendable {
  var ranges: [ClosedRange<Unicode.Scalar>]
  var isNegated = false

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar) } != isNegated
  }
}
