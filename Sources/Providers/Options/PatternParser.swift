/// Reads the text of a pattern.
struct PatternParser {
  private var rest: Substring.UnicodeScalarView
  private var depth = 0

  init(_ source: String) {
    rest = source[...].unicodeScalars
  }

  mutating func parse() throws(PatternError) -> PatternNode {
    let node = try parseChoice()
    guard rest.isEmpty else { throw PatternError("\")\" without \"(\"") }
    return node
  }

  private mutating func parseChoice() throws(PatternError) -> PatternNode {
    var branches = [try parseSequence()]
    while rest.first == "|" {
      rest.removeFirst()
      branches.append(try parseSequence())
    }
    return branches.count == 1 ? branches[0] : .choice(branches)
  }

  private mutating func parseSequence() throws(PatternError) -> PatternNode {
    var nodes: [PatternNode] = []
    while let scalar = rest.first, scalar != "|", scalar != ")" {
      // What reads nothing is left out, so that each node is worth an instruction: else repetitions of
      // nothing within each other would cost time that the program's size does not show.
      let node = try parseRepetition(of: try parseAtom())
      if node != .empty { nodes.append(node) }
    }
    return nodes.isEmpty ? .empty : .sequence(nodes)
  }

  private mutating func parseAtom() throws(PatternError) -> PatternNode {
    let scalar = rest.removeFirst()
    switch scalar {
    case "(":
      depth += 1
      guard depth <= 16 else { throw PatternError("groups are nested too deeply") }
      let node = try parseChoice()
      guard rest.popFirst() == ")" else { throw PatternError("\"(\" without \")\"") }
      depth -= 1
      return node
    case "[": return .scalar(try parseClass())
    case ".": return .scalar(ScalarSet(ranges: [], isNegated: true))
    case "\\":
      guard let escaped = rest.popFirst() else { throw PatternError("nothing after \"\\\"") }
      return .scalar(ScalarSet(ranges: [escaped...escaped]))
    case "*", "+", "?", "{":
      throw PatternError("\"\(scalar)\" has nothing to repeat")
    case "^", "$":
      throw PatternError("\"\(scalar)\" is not needed: a pattern describes the whole value")
    case "]", "}":
      throw PatternError("\"\(scalar)\" without its partner")
    default: return .scalar(ScalarSet(ranges: [scalar...scalar]))
    }
  }

  private mutating func parseRepetition(of node: PatternNode) throws(PatternError) -> PatternNode {
    switch rest.first {
    case "*": return repeated(node, 0, nil)
    case "+": return repeated(node, 1, nil)
    case "?": return repeated(node, 0, 1)
    case "{":
      rest.removeFirst()
      let minimum = try parseCount()
      var maximum: Int? = minimum
      if rest.first == "," {
        rest.removeFirst()
        maximum = rest.first == "}" ? nil : try parseCount()
      }
      guard rest.first == "}" else { throw PatternError("\"{\" without \"}\"") }
      if let maximum, maximum < minimum { throw PatternError("a repetition counts backwards") }
      return repeated(node, minimum, maximum)
    default: return node
    }
  }

  /// Takes the sign that ends a repetition.
  private mutating func repeated(
    _ node: PatternNode,
    _ minimum: Int,
    _ maximum: Int?
  ) -> PatternNode {
    rest.removeFirst()
    if node == .empty || maximum == 0 { return .empty }
    return .repeated(node, minimum: minimum, maximum: maximum)
  }

  private mutating func parseCount() throws(PatternError) -> Int {
    let digits = rest.prefix { ("0"..."9").contains($0) }
    guard let count = Int(String(digits)), count <= 255 else {
      throw PatternError("a repetition needs a count up to 255")
    }
    rest.removeFirst(digits.count)
    return count
  }

  private mutating func parseClass() throws(PatternError) -> ScalarSet {
    var set = ScalarSet(ranges: [])
    if rest.first == "^" {
      rest.removeFirst()
      set.isNegated = true
    }
    while let scalar = try popClassScalar() {
      var upper = scalar
      // A "-" at the end stands for itself.
      if rest.first == "-", rest.dropFirst().first != "]" {
        rest.removeFirst()
        guard let end = try popClassScalar() else { break }
        upper = end
      }
      guard scalar <= upper else { throw PatternError("a range counts backwards") }
      set.ranges.append(scalar...upper)
    }
    guard !set.ranges.isEmpty else { throw PatternError("an empty class") }
    return set
  }

  /// The next scalar of a class, or `nil` at its end.
  private mutating func popClassScalar() throws(PatternError) -> Unicode.Scalar? {
    switch rest.popFirst() {
    case "]": return nil
    case "\\":
      guard let escaped = rest.popFirst() else { throw PatternError("nothing after \"\\\"") }
      return escaped
    case let scalar?: return scalar
    case nil: throw PatternError("\"[\" without \"]\"")
    }
  }
}
