import Providers
import Testing

@Suite
struct DeclaredLintTests {
  private func messages(_ oauth2: String, _ rest: String = "") -> [String] {
    let text = """
      return provider {
        api = 1, id = "two", docs = "https://two.example/docs",
        oauth2 = { \(oauth2) },
        \(rest)
      }
      """
    let report = DescriptorCheck.run(source: Array(text.utf8), file: "two.lua", isolation: .thread)
    return report.findings.map { "\($0.line ?? 0): \($0.message)" }
  }

  private static let plain =
    "authorize = 'https://two.example/a', token = 'https://two.example/t',"

  @Test(arguments: [
    (
      "authorize = { url = 'https://two.example//a' }, token = 'https://two.example/t',",
      "3: oauth2.authorize.url has a double slash in its path"
    ),
    (
      "authorize = 'https://two.example/a', token = 'https://Two.example/t',",
      "3: oauth2.token has capital letters in its host"
    ),
    (
      "authorize = 'https://two.example/a', token = 'https://two.example/oauth/authorize',",
      "3: oauth2.token ends like the page for the user: authorize"
    ),
    (
      "authorize = 'https://two.example/token', token = 'https://two.example/t',",
      "3: oauth2.authorize ends like the token endpoint: token"
    ),
    (
      "\(plain) revoke = 'https://two.example/t',",
      "3: oauth2.revoke is the same URL as oauth2.token"
    ),
    (
      "authorize = { url = 'https://two.example/a', params = { consent = 'prompt' } }, "
        + "token = 'https://two.example/t',",
      "3: oauth2.authorize.params.consent has its name and its value in each other's place"
    ),
    (
      "authorize = 'https://two.example/a', token = { url = 'https://two.example/t', "
        + "headers = { ['x-api-key'] = 'abcdef' } },",
      "3: oauth2.token.headers.x-api-key is written down for everybody to read: make it an option "
        + "of type secret"
    ),
  ])
  func `a likely mistake is found in whatever field it is`(oauth2: String, message: String) {
    #expect(messages(oauth2) == [message])
  }

  @Test
  func `hosts and the base are looked at too`() {
    #expect(
      messages(
        Self.plain,
        "hosts = { 'API.two.example' }, request = { base = 'https://x.example//v1' },"
      )
        == [
          "4: request.base has a double slash in its path",
          "4: hosts[1] has capital letters in its host",
        ]
    )
  }

  @Test
  func `a secret in the authorize parameters is an error`() {
    for value in ["{client_secret}", "abc"] {
      let found = messages(
        "authorize = { url = 'https://two.example/a', params = { client_secret = '\(value)' } }, "
          + "token = 'https://two.example/t',"
      )
      #expect(found.contains { $0.contains("a secret in the browser's address") }, "\(found)")
    }
  }

  @Test(arguments: [
    ("identity = { get = 'https://Two.example/me', id = '/id' },", "identity.get", "has capital"),
    (
      "identity = { post = 'https://two.example//me', id = '/id' },", "identity.post",
      "has a double"
    ),
    (
      "request = { base = 'https://two.example' }, identity = { get = '/a//b', id = '/id' },",
      "identity.get", "has a double"
    ),
    (
      "lookups = { { get = 'https://Two.example//x', keep = { '/a' } } },", "lookups[1].get",
      "has a double"
    ),
  ])
  func `a target is looked through like a URL`(rest: String, field: String, words: String) {
    let found = messages(Self.plain, rest)
    #expect(found.contains { $0.hasPrefix("4: \(field) \(words)") }, "\(found)")
  }

  @Test(arguments: ["api_key = { key = '{api_key}',", "basic = {"])
  func `verify is looked through like a URL`(table: String) {
    let text = """
      return provider { api = 1, id = "two", docs = "https://two.example/docs",
        \(table) verify = "https://Two.example//me" } }
      """
    let report = DescriptorCheck.run(
      source: Array(text.utf8),
      file: "two.lua",
      isolation: .thread
    )
    #expect(report.findings.count { $0.line == 2 && $0.message.contains(".verify has ") } == 2)
  }

  @Test(arguments: [
    ("https://dev-123.okta.com/oauth2/v1/token", "names one customer, dev-123"),
    ("https://acme.eu.auth0.com/token", "names one customer, acme.eu"),
    ("https://acme.myshopify.com/token", "names one customer, acme"),
    (
      "https://login.microsoftonline.com/72f988bf-86f1-41af-91ab-2d7cd011db47/oauth2/v2.0/token",
      "names one customer, 72f988bf-86f1-41af-91ab-2d7cd011db47"
    ),
    ("https://login.microsoftonline.com/acme.onmicrosoft.com/t", "names one customer, acme.on"),
    ("https://login.microsoftonline.com/common/oauth2/v2.0/token", nil),
    ("https://{tenant}.okta.com/token", nil), ("https://login.okta.com/token", nil),
    ("https://okta.com.example/token", nil),
    ("https://graph.facebook.com/v2.8/oauth/access_token", "is of an API that is retired"),
    ("https://graph.facebook.com/v21.0/oauth/access_token", nil),
    ("https://gitlab.com/api/v3/user", "it is gitlab.com/api/v4 now"),
    ("https://gitlab.com/api/v4/user", nil),
    ("https://api.dropbox.com/1/me", "it is api.dropboxapi.com/2"),
    ("https://api.dropbox.com/10/me", nil), ("https://api.twitter.com/1.1/me", nil),
    ("https://api.instagram.com/v1/t", "graph.instagram"),
  ])
  func `an address of one customer, or of an API that is over, is told`(url: String, words: String?)
  {
    let found = messages(
      "authorize = 'https://two.example/a', token = '\(url)',",
      "options = { tenant = { pattern = '[a-z]+', help = 'x' } },"
    ).filter { !$0.contains("used nowhere") }
    guard let words else {
      #expect(found == [])
      return
    }
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("3: oauth2.token ") == true)
    #expect(found.first?.contains(words) == true, "\(found)")
  }
}
