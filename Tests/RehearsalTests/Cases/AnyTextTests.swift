import Testing

@testable import Rehearsal

@Suite
struct AnyTextTests {
  @Test(arguments: [
    ("a", "a", true), ("a", "b", false), ("a{any}", "ab", true), ("a{any}", "a", false),
    ("{any}&b", "x&b", true), ("{any}&b", "x y&b", false), ("a{any}c{any}", "abcd", true),
    ("a.{any}.c", "a.b.c", true), ("a{any}", "a b", false), ("", "", true), ("{any}", "", false),
    ("s={any}&t=1", "s=a%20b&t=1", true), ("s={any}&t=1", "s=a&t=2", false),
  ])
  func `a mark stands for one or more characters of a token`(
    pattern: String,
    text: String,
    matches: Bool
  ) {
    #expect(AnyText(pattern).matches(text) == matches)
  }

  @Test
  func `only signatures that differ each time are masked`() {
    // {"alg":"ES256"} and {"alg":"RS256"}.
    let random = "eyJhbGciOiJFUzI1NiJ9.e30.c2ln"
    let stable = "eyJhbGciOiJSUzI1NiJ9.e30.c2ln"
    // {"dpop_jkt":"k"}: a key that is another one each time.
    let bound = "eyJhbGciOiJFUzI1NiJ9.eyJkcG9wX2prdCI6ImsifQ.c2ln"
    #expect(AnyText.masked(bound) == "eyJhbGciOiJFUzI1NiJ9.{any}")
    #expect(AnyText.masked("https://a/?dpop_jkt=k&b=1") == "https://a/?dpop_jkt={any}&b=1")
    #expect(
      AnyText.masked("a=\(random)&b=\(stable)") == "a=eyJhbGciOiJFUzI1NiJ9.e30.{any}&b=\(stable)"
    )
  }
}
