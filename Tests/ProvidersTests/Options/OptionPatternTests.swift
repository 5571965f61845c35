import Providers
import Testing

@Suite
struct OptionPatternTests {
  @Test(arguments: [
    ("[a-z]+", "abc", true), ("[a-z]+", "", false), ("[a-z]+", "abC", false),
    ("[a-z]+", "abc\n", false), ("[^/]*", "a.b", true), ("[^/]*", "a/b", false),
    ("a.c", "abc", true), ("a.c", "a.c", true), ("a[.]c", "abc", false), ("a\\.c", "a.c", true),
    ("(eu|us)-[0-9]{1,2}", "eu-1", true), ("(eu|us)-[0-9]{1,2}", "us-42", true),
    ("(eu|us)-[0-9]{1,2}", "us-421", false), ("(eu|us)-[0-9]{1,2}", "uk-1", false),
    ("a{2}", "aa", true), ("a{2}", "a", false), ("a{2,}", "aaaa", true), ("a?b", "b", true),
    ("|a", "", true), ("(a|b)*c", "ababc", true), ("[a-]", "-", true), ("[]a]", "a]", false),
    ("a{0}", "", true), ("()*", "", true), ("é+", "éé", true),
  ])
  func `a pattern describes the whole value`(pattern: String, value: String, fits: Bool) throws {
    if pattern == "[]a]" {
      // An empty class is an error, not a class that begins with a bracket.
      #expect(throws: PatternError.self) { try OptionPattern(pattern) }
    } else {
      #expect(try OptionPattern(pattern).matches(value) == fits)
    }
  }

  @Test(arguments: [
    "(", ")", "[", "[]", "*a", "a{", "a{2", "a{3,2}", "a{300}", "{2}", "\\", "[z-a]", "^a", "a$",
    "a]", "((((((((((((((((((a))))))))))))))))))", String(repeating: "a", count: 201),
  ])
  func `what is no pattern is refused`(pattern: String) {
    #expect(throws: PatternError.self) { try OptionPattern(pattern) }
  }

  // Such patterns keep a backtracking matcher busy for longer than the universe has existed.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "(a*)*b", "(a|a)*b", "(a?){50}a{50}b", "(((a*)*)*)*b", "(a*a*)*b",
    ]
  )
  func `no pattern takes more than linear time`(pattern: String) throws {
    let value = String(repeating: "a", count: 5_000)
    #expect(try !OptionPattern(pattern).matches(value))
  }

  @Test(arguments: ["((a{255}){255}){255}", "(((((){255}){255}){255}){255}){255}a{255}{1}"])
  func `counts that multiply are refused or cost nothing`(pattern: String) {
    _ = try? OptionPattern(pattern)
    #expect(throws: PatternError.self) { try OptionPattern("((a{255}){255}){255}") }
  }
}
