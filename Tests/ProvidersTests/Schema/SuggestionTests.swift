import Providers
import Testing

@Suite
struct SuggestionTests {
  @Test(arguments: [
    ("tokn", "token"), ("autorize", "authorize"), ("scoeps", "scopes"), ("TOKEN", "token"),
    ("client_auht", "client_auth"),
  ])
  func `a slip of the fingers finds its name`(word: String, meant: String) {
    let names = ["token", "authorize", "scopes", "client_auth", "pkce"]
    #expect(Suggestion.nearest(to: word, among: names) == meant)
  }

  @Test(arguments: ["colour", "x", "", String(repeating: "token", count: 1_000)])
  func `a word that is near nothing finds nothing`(word: String) {
    #expect(Suggestion.nearest(to: word, among: ["token", "authorize"]) == nil)
  }

  @Test
  func `a swap of neighbours counts once`() {
    #expect(Suggestion.distance("ab", "ba") == 1)
    #expect(Suggestion.distance("kitten", "sitting") == 3)
    #expect(Suggestion.distance("", "abc") == 3)
  }
}
