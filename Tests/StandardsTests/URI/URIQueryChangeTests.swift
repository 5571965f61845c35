import Standards
import Testing

@Suite
struct URIQueryChangeTests {
  @Test(arguments: [
    ("https://a.example/x", "https://a.example/x?p=2"),
    ("https://a.example/x?p=1", "https://a.example/x?p=2"),
    ("https://a.example/x?q=%2f+a&p=1&r&p=3#f", "https://a.example/x?q=%2f+a&r&p=2#f"),
    ("https://a.example/x?%70=1&pp=1", "https://a.example/x?pp=1&p=2"),
    ("https://a.example/x?", "https://a.example/x?p=2"),
  ])
  func `one value is set and the rest stays byte for byte`(before: String, after: String) throws {
    #expect(try URI(before).settingQuery("p", "2").text == after)
  }

  @Test
  func `values are encoded`() throws {
    #expect(try URI("https://a/x").settingQuery("p", "a b&c=").text == "https://a/x?p=a%20b%26c%3D")
  }

  @Test
  func `names are taken out`() throws {
    let uri = try URI("https://a/x?token=1&b=2&token=3&c")
    #expect(uri.removingQuery(["token", "v"]).text == "https://a/x?b=2&c")
    #expect(uri.removingQuery(["token", "b", "c"]).text == "https://a/x")
    #expect(uri.removingQuery([]) == uri)
  }
}
