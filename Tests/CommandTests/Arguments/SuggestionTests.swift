import Providers
import Testing

@testable import authrun_core

@Suite
struct SuggestionTests {
  @Test(
    arguments: [
      ("tokn", "token"), ("tokne", "token"), ("acounts", "accounts"), ("LOGIN", "login"),
      ("requets", "request"),
    ]
  )
  func `a slip of the fingers is recognised`(typed: String, meant: String) {
    let names = CommandTable.specs.map(\.name)
    #expect(Suggestion.nearest(to: typed, among: names) == meant)
  }

  @Test(arguments: ["spotify", "twitter", "acme", "x", "", "github"])
  func `another word is left alone`(typed: String) {
    #expect(Suggestion.nearest(to: typed, among: CommandTable.specs.map(\.name)) == nil)
  }
}
