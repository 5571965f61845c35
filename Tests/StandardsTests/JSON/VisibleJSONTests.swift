import Standards
import Testing

@Suite
struct VisibleJSONTests {
  @Test(arguments: [
    ("a\u{9B}31m", #""a\u009b31m""#), ("\u{85}", #""\u0085""#), ("\u{7F}", #""\u007f""#),
    ("\u{202E}gpj", #""\u202egpj""#), ("\u{2066}", #""\u2066""#), ("\u{200B}", #""\u200b""#),
    ("\u{FEFF}", #""\ufeff""#), ("\u{AD}", #""\u00ad""#), ("\u{2028}\u{2029}", #""\u2028\u2029""#),
    ("\u{E0041}", #""\udb40\udc41""#), ("\u{1D173}", #""\ud834\udd73""#),
  ])
  func `what nobody sees is escaped`(text: String, written: String) {
    #expect(JSONValue.string(text).visiblySerialized == written)
    #expect(JSONValue.object(JSONObject([(text, 1)])).visiblySerialized == "{\(written):1}")
  }

  @Test(arguments: ["é", "한국어", "日本語", "😀", "\u{A0}", "e\u{301}", "שלום"])
  func `letters of any script stay`(text: String) {
    #expect(JSONValue.string(text).visiblySerialized == "\"\(text)\"")
  }

  @Test
  func `nothing is lost`() throws {
    let text = String(String.UnicodeScalarView((0..<0x3000).compactMap { Unicode.Scalar($0) }))
    let written = JSONValue.string(text).visiblySerialized
    #expect(try JSONReader.read(Array(written.utf8)).string?.hasSameBytes(as: text) == true)
    #expect(!written.unicodeScalars.contains { $0.properties.generalCategory == .format })
  }
}
