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
}
