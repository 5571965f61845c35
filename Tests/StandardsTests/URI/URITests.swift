import Standards
import Testing

@Suite
struct URITests {
  private func reason(_ text: String) -> URIError.Reason? {
    do throws(URIError) {
      _ = try URI(text)
      return nil
    } catch {
      return error.reason
    }
  }

  @Test
  func `components are kept byte for byte`() throws {
    let uri = try URI("HTTPS://u:p@Example.COM:8443/r%20v/X;y?id=123&a[]=%2f#frag?/")
    #expect(uri.scheme == "https")
    #expect(uri.userInfo == "u:p")
    #expect(uri.host == "example.com")
    #expect(uri.port == 8443)
    #expect(uri.path == "/r%20v/X;y")
    #expect(uri.query == "id=123&a[]=%2f")
    #expect(uri.fragment == "frag?/")
    #expect(uri.origin == "https://example.com:8443")
    #expect(uri.requestTarget == "/r%20v/X;y?id=123&a[]=%2f")
  }

  @Test(arguments: [
    ("https://h:443/", "h"), ("http://h:80/", "h"), ("https://h:80/", "h:80"),
    ("http://h:443", "h:443"),
    ("http://localhost:8080/x", "localhost:8080"),
    ("https://[2001:DB8::1]:8443/a", "[2001:db8::1]:8443"),
    ("https://h:", "h"), ("https://[::1]", "[::1]"),
  ])
  func `the authority leaves out the default port`(text: String, authority: String) throws {
    #expect(try URI(text).authority == authority)
  }

  @Test
  func `an empty path is requested as a slash`() throws {
    let uri = try URI("https://example.com?a=1")
    #expect(uri.path == "")
    #expect(uri.requestTarget == "/?a=1")
    #expect(uri.effectivePort == 443)
  }

  @Test
  func `schemes of apps need no host`() throws {
    #expect(try URI("com.example.app:/callback?code=1").path == "/callback")
    #expect(try URI("urn:ietf:wg:oauth:2.0:oob").path == "ietf:wg:oauth:2.0:oob")
    #expect(try URI("myapp://callback/x").host == "callback")
    #expect(try URI("myapp:///x").host == "")
  }

  @Test(
    arguments: [
      ("", .missingScheme), ("example.com/", .missingScheme), ("//example.com/", .missingScheme),
      ("1http://h/", .badScheme), ("ht tp://h/", .badScheme), (":x", .badScheme),
      ("https:/h/p", .missingAuthority), ("https:h", .missingAuthority), ("https://", .emptyHost),
      ("https:///p", .emptyHost), ("https://:443/", .emptyHost), ("https://?x", .emptyHost),
      ("https://h\\@evil.test/", .backslash), ("https://good.test\\.evil.test/", .backslash),
      ("https://h/a\\b", .backslash), ("https:\\\\h/", .missingAuthority),
      ("https:/\\h", .missingAuthority),
      ("https://good.test@evil.test@x/", .ambiguousUserInfo),
      ("https://@evil.test/", .ambiguousUserInfo),
      ("https://good.test%2f@evil.test/", .ambiguousUserInfo),
      ("https://a%40b@evil.test/", .ambiguousUserInfo),
      ("https://a%23@evil.test/", .ambiguousUserInfo),
      ("https://a%00@evil.test/", .ambiguousUserInfo),
      ("https://a%zz@evil.test/", .badEscape), ("https://a b@evil.test/", .ambiguousUserInfo),
      ("https://example.com./", .trailingDot), ("https://./", .trailingDot),
      ("https://a..b/", .badHost),
      ("https://.a/", .badHost), ("https://exa mple.com/", .badHost),
      ("https://exa%6dple.com/", .escapedHost),
      ("https://example.com%2eevil.test/", .escapedHost),
      ("https://example。com/", .internationalHost),
      ("https://bücher.test/", .internationalHost), ("https://\u{212A}.test/", .internationalHost),
      ("https://a,b/", .badHost), ("https://a;b/", .badHost), ("https://a*b/", .badHost),
      ("https://-a/", .badHost),
      ("https://a\tb/", .badHost), ("https://a\nb/", .badHost), ("https://a\u{0}b/", .badHost),
      ("https://h:65536/", .badPort), ("https://h:99999999999/", .badPort),
      ("https://h:4x/", .badPort),
      ("https://h:+443/", .badPort), ("https://h:-1/", .badPort), ("https://h: 443/", .badPort),
      ("https://h:1:2/", .badPort), ("https://::1/", .badPort),
      ("https://[::1%25eth0]/", .zone), ("https://[fe80::1%eth0]/", .zone),
      ("https://[::1/", .badIPv6),
      ("https://[::1]x/", .badHost), ("https://[]/", .badIPv6), ("https://[v1.x]/", .badIPv6),
      ("https://[1:2:3]/", .badIPv6), ("https://[1::2::3]/", .badIPv6),
      ("https://[:::]/", .badIPv6),
      ("https://[1:2:3:4:5:6:7:8:9]/", .badIPv6), ("https://[12345::]/", .badIPv6),
      ("https://[::1.2.3]/", .badIPv6), ("https://[1.2.3.4::]/", .badIPv6),
      ("https://[::1.2.3.256]/", .badIPv6),
      ("https://[1:2:3:4:5:6:7::8]/", .badIPv6), ("https://[1:2:3:4:5:6::8]/", nil),
      ("https://[1:2:3:4:5:6:7::]/", nil), ("https://[1:2:3:4:5:6:7:8::]/", .badIPv6),
      ("https://127.1/", .numericHost), ("https://2130706433/", .numericHost),
      ("https://0x7f000001/", .numericHost),
      ("https://0177.0.0.1/", .numericHost), ("https://127.0.0.256/", .numericHost),
      ("https://1.2.3.4.5/", .numericHost),
      ("https://127.0.0.0x1/", .numericHost), ("https://127.0.00.1/", .numericHost),
      ("https://a.1/", .numericHost),
      ("https://h/%zz", .badEscape), ("https://h/%", .badEscape), ("https://h/?a=%4", .badEscape),
      ("https://h/?a=%%F0", .badEscape), ("https://h/#%x", .badEscape),
      ("https://h/a b", .badCharacter),
      ("https://h/é", .badCharacter), ("https://h/?λ", .badCharacter),
      ("https://h/#a#b", .badCharacter),
      ("https://h/<", .badCharacter), ("https://h/\"", .badCharacter),
      ("https://h/a\r\nX: y", .badCharacter),
      ("https://h/a\u{0}", .badCharacter), ("https://h/{x}", .badCharacter),
      ("https://h/\u{7F}", .badCharacter),
      ("https://xn--bcher-kva.test/", nil), ("https://a_b.test/", nil), ("https://1.2.3.4/", nil),
      ("https://1a/", nil),
    ] as [(String, URIError.Reason?)]
  )
  func `what can be read two ways is refused`(text: String, expected: URIError.Reason?) {
    #expect(reason(text) == expected)
  }

  @Test
  func `overlong texts are refused before anything else`() {
    #expect(reason("https://h/" + String(repeating: "a", count: 70_000)) == .tooLong)
    #expect(reason("https://" + String(repeating: "a", count: 64) + "/") == .badHost)
    #expect(reason("https://" + String(repeating: "a.", count: 127) + "a/") == .badHost)
  }

  @Test(arguments: [
    ("http://127.0.0.1:5000/", true), ("http://127.9.9.9/", true), ("http://[::1]/", true),
    ("http://[0:0:0:0:0:0:0:1]/", true), ("http://LOCALHOST/", true),
    ("http://localhost.evil.test/", false),
    ("http://127.0.0.1.evil.test/", false), ("http://128.0.0.1/", false), ("http://[::2]/", false),
    ("http://[::ffff:127.0.0.1]/", false), ("http://[1::1]/", false),
  ])
  func `only this machine is loopback`(text: String, expected: Bool) throws {
    #expect(try URI(text).isLoopback == expected)
  }

  @Test
  func `a typed text is encoded as UTF-8 after the authority only`() throws {
    #expect(
      try URI(typed: "https://example.com/ä b?foo=λ&e=🎱&r=a%20b|{c}\\#é").text
        == "https://example.com/%C3%A4%20b?foo=%CE%BB&e=%F0%9F%8E%B1&r=a%20b%7C%7Bc%7D%5C#%C3%A9"
    )
    #expect(try URI(typed: "https://example.com?q=ü").query == "q=%C3%BC")
    #expect(throws: URIError.self) { try URI(typed: "https://bücher.test/") }
    #expect(throws: URIError.self) { try URI(typed: "https://h/a\\b") }
    #expect(throws: URIError.self) { try URI(typed: "https://h/?a=%zz") }
    #expect(throws: URIError.self) { try URI(typed: "https://h/\r\n") }
    #expect(throws: URIError.self) { try URI(typed: "example.com") }
  }
}

@Suite
struct URIQueryTests {
  @Test(arguments: [
    ("https://h", "https://h?a=b%20c&d=%26"), ("https://h/p?", "https://h/p?a=b%20c&d=%26"),
    ("https://h/p?x=%2f+y", "https://h/p?x=%2f+y&a=b%20c&d=%26"),
    ("https://h/p?x=1&#f?", "https://h/p?x=1&a=b%20c&d=%26#f?"),
  ])
  func `pairs go to the end and the rest stays as it was`(text: String, result: String) throws {
    let uri = try URI(text).appendingQuery(Parameters([("a", "b c"), ("d", "&")]))
    #expect(uri.text == result)
    #expect(try URI(result) == uri)
  }

  @Test
  func `nothing to add changes nothing`() throws {
    #expect(try URI("https://h/?").appendingQuery(Parameters()).text == "https://h/?")
  }

  @Test
  func `a query is decoded as a form`() throws {
    let uri = try URI("https://h/?code=4%2F0AX&s=x+y&code=2")
    #expect(try uri.queryParameters().values("code") == ["4/0AX", "2"])
    #expect(try uri.queryParameters().first("s") == "x y")
    #expect(uri.withoutFragment == uri)
    #expect(try URI("https://h/?a#b").withoutFragment.text == "https://h/?a")
    #expect(try URI("https://h/?a#b").replacingQuery(Parameters()).text == "https://h/#b")
  }
}

@Suite
struct URIReferenceTests {
  @Test(arguments: [
    ("https://api.test/v1", "/me", "https://api.test/v1/me"),
    ("https://api.test/v1/", "me", "https://api.test/v1/me"),
    ("https://api.test", "me?x=1", "https://api.test/me?x=1"),
    ("https://api.test/v1?k=v", "/me?x=1", "https://api.test/v1/me?k=v&x=1"),
    ("https://api.test", "@evil.test/", "https://api.test/@evil.test/"),
    ("https://api.test", "//evil.test", "https://api.test//evil.test"),
    ("https://API.test:443/v1", "", "https://API.test:443/v1"),
    ("https://api.test/v1", "/a/", "https://api.test/v1/a/"),
    ("https://api.test", ":8080/", "https://api.test/:8080/"),
  ])
  func `a path is added below and never leaves the host`(
    base: String,
    path: String,
    result: String
  ) throws {
    let joined = try URI(base).appendingPath(path)
    #expect(joined.text == result)
    #expect(joined.host == "api.test")
  }

  @Test(arguments: ["../x", "a/../../x", "%2e%2E/x", "./x", "a\\b", "a b", "a#b", "a?b#c"])
  func `a path that climbs or is malformed is refused`(path: String) throws {
    let base = try URI("https://api.test/v1")
    #expect(throws: URIError.self) { try base.appendingPath(path) }
  }

  @Test(arguments: [
    ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"),
    ("g?y", "http://a/b/c/g?y"),
    ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
    (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("", "http://a/b/c/d;p?q"),
    (".", "http://a/b/c/"),
    ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"),
    ("../g", "http://a/b/g"),
    ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"),
    ("../../../g", "http://a/g"),
    ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."),
    ("..g", "http://a/b/c/..g"),
    ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
    ("g/../h", "http://a/b/c/h"),
    ("g;x=1/../y", "http://a/b/c/y"), ("g?y/./x", "http://a/b/c/g?y/./x"),
    ("g#s/../x", "http://a/b/c/g#s/../x"),
  ])
  func `the examples of RFC 3986 section 5.4 hold`(reference: String, result: String) throws {
    #expect(try URI("http://a/b/c/d;p?q").resolve(reference).text == result)
  }

  @Test
  func `a reference to another host is seen as one`() throws {
    let base = try URI("https://api.test/a")
    #expect(try base.resolve("//evil.test/x").host == "evil.test")
    #expect(throws: URIError.self) { try base.resolve("/\\evil.test") }
    #expect(throws: URIError.self) { try base.resolve("https:evil.test") }
  }
}
