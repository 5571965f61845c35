import Foundation
import Providers
import Testing

@Suite
struct SchemaReferenceTests {
  private static let file = Shipped.folder.deletingLastPathComponent()
    .appending(path: "docs/providers.md")
  /// The page; with `AUTHRUN_RECORD=1` in the environment the references are written into it first.
  ///
  /// Recording fails the test, so that nobody takes a new text for a checked one.
  @Test
  func `the page has the references that the schema and the script interface make`() throws {
    let page = try String(contentsOf: Self.file, encoding: .utf8)
    var expected = page
    for (mark, text) in [
      ("reference", SchemaReference.markdown), ("script reference", ScriptReference.markdown),
    ] {
      let begin = try #require(expected.range(of: "<!-- \(mark): begin -->\n"))
      let end = try #require(expected.range(of: "<!-- \(mark): end -->"))
      expected.replaceSubrange(begin.upperBound..<end.lowerBound, with: "\n\(text)\n")
    }
    if ProcessInfo.processInfo.environment["AUTHRUN_RECORD"] == "1", page != expected {
      try expected.write(to: Self.file, atomically: true, encoding: .utf8)
      Issue.record("docs/providers.md was rewritten; read it and run the tests again")
      return
    }
    #expect(
      page == expected,
      "docs/providers.md differs from the schema; run the tests once with AUTHRUN_RECORD=1"
    )
  }

  @Test
  func `each field has an entry`() {
    #expect(
      SchemaReference.entry("oauth2.pkce")?.hasPrefix(
        "`pkce`: `\"required\"`, `\"optional\"`, `\"forbidden\"`; `\"required\"` where absent."
      ) == true
    )
    #expect(SchemaReference.entry("oauth2.nonsense") == nil)
    #expect(SchemaReference.entry("nonsense.pkce") == nil)
  }

  @Test
  func `the examples of the page load`() throws {
    let page = try String(contentsOf: Self.file, encoding: .utf8)
    let blocks = page.components(separatedBy: "```lua\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    let whole = blocks.filter { $0.contains("return provider {") }
    #expect(whole.count == 3)
    for text in whole {
      let summary = text.firstRange(of: "id = \"").map {
        text[$0.upperBound...].prefix { $0 != "\"" }
      }
      let id = try #require(summary.map(String.init))
      _ = try DescriptorLoader.load(source: Array(text.utf8), path: "\(id).lua", isolation: .thread)
    }
  }
}
