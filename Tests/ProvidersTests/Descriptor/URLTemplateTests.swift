import Providers
import Standards
import Testing

@Suite
struct URLTemplateTests {
  private func expand(_ template: String, _ values: [String: String]) throws -> String {
    try URLTemplate(template).expand(values.mapValues(OptionValue.text)).text
  }

  @Test(arguments: [
    ("https://a.example/{x}", "b c", "https://a.example/b%20c"),
    ("https://a.example/{x}", "a/b", "https://a.example/a%2Fb"),
    ("https://a.example/{x}/", "1", "https://a.example/1/"),
    ("https://a.example/p?q={x}", "a&b=c#d", "https://a.example/p?q=a%26b%3Dc%23d"),
    ("https://{x}.a.example/", "EU", "https://eu.a.example/"),
    ("https://api.a.example:{x}/", "8443", "https://api.a.example:8443/"),
    ("{x}/v1", "https://b.example/root/", "https://b.example/root/v1"),
    ("{x}", "http://127.0.0.1:8080", "http://127.0.0.1:8080"),
    ("https://a.example/{{x}}/", "1", "https://a.example/%7Bx%7D/"),
  ])
  func `a value is encoded as its place demands`(
    template: String,
    value: String,
    url: String
  ) throws {
    if template.contains("{{") {
      // Doubled braces are the characters themselves, which no URL may contain.
      #expect(throws: TemplateError.self) { try expand(template, ["x": value]) }
    } else {
      #expect(try expand(template, ["x": value]) == url)
    }
  }

  @Test(arguments: [
    ("https://{x}.a.example/", "evil.example/"), ("https://{x}.a.example/", "u@evil.example"),
    ("https://{x}.a.example/", "evil.example#"), ("https://{x}.a.example/", "a..b"),
    ("https://{x}.a.example/", ""), ("https://{x}.a.example/", "。"),
    ("https://{x}.a.example/", "evil.example\\"), ("https://{x}.a.example/", "ex%61mple"),
    ("https://api.a.example:{x}/", "80@evil"), ("https://api.a.example:{x}/", "0"),
    ("https://a.example/{x}", ".."), ("https://a.example/{x}", ""),
    ("{x}/v1", "http://evil.example"), ("{x}/v1", "javascript:alert(1)//"),
    ("{x}/v1", "https://u:p@evil.example"), ("{x}/v1", "https://evil.example\\@a.example"),
  ])
  func `a value that does not fit its place is refused`(template: String, value: String) {
    #expect(throws: TemplateError.self) { try expand(template, ["x": value]) }
  }

  @Test
  func `a missing value and a secret are refused`() {
    #expect(throws: TemplateError.self) { try expand("https://a.example/{x}", [:]) }
    #expect(throws: TemplateError.self) {
      try URLTemplate("https://a.example/{x}").expand(["x": .secret(Secret("s"))])
    }
  }

  @Test(arguments: [
    ("https://{x}.a.example/", false), ("https://a.{x}.b.example/", false),
    ("https://{x}/", true), ("https://{x}.example/", true), ("https://a.{x}.example/", true),
    ("https://a.b.{x}/", true), ("https://a-{x}.example/", true),
    ("https://{x}.a.example:8443/", false),
  ])
  func `what is not written down of the domain decides the host`(
    template: String,
    decides: Bool
  ) throws {
    #expect(try URLTemplate(template).places.first?.place == .host(decidesHost: decides))
  }

  @Test
  func `text takes secrets and becomes one`() throws {
    let template = try TextTemplate("key {k} {{literal}}")
    guard case .secret(let secret) = try template.expand(["k": .secret(Secret("s"))]) else {
      Issue.record("no secret")
      return
    }
    #expect(secret.text == "key s {literal}")
  }
}
