import Standards
import Testing

@Suite
struct TextPartsTests {
  @Test(
    arguments: [
      ("", [""]), ("a", ["a"]), ("a--b", ["a", "b"]), ("--", ["", ""]), ("---", ["", "-"]),
      ("a----b--", ["a", "", "b", ""]), ("-a-", ["-a-"]), ("ü--\u{301}", ["ü", "\u{301}"]),
    ] as [(String, ArraySlice<String>)]
  )
  func `a text is parted at each separator, byte for byte`(text: String, parts: ArraySlice<String>)
  {
    #expect(text.parts(separatedBy: "--") == Array(parts))
    #expect(text.withEach("--", replacedBy: "+") == parts.joined(separator: "+"))
  }
}
