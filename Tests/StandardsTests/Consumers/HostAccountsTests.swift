import Standards
import Testing

@Suite
struct HostAccountsTests {
  @Test(arguments: [
    ("ghcr.io", "ghcr.io"), ("GHCR.io:443", "ghcr.io"),
    ("https://index.docker.io/v1/", "index.docker.io"),
    ("localhost:5000", "localhost:5000"), ("http://127.0.0.1:80/x", "http://127.0.0.1:80"),
    ("http://localhost", "http://localhost:80"), ("[::1]:8443", "[::1]:8443"),
  ])
  func `a server has one name, however it is written`(text: String, name: String) {
    #expect(HostName.of(server: text) == name)
  }

  @Test(arguments: [
    "", "http://example.com", "a@b", "a%0ab", "a b", "a:0", "a:123456", "a:x", "a.", "https://",
    "a:1:2",
    "é.example", "ssh://a", "a\u{7f}", "[::1", "a]b",
  ])
  func `what could be read as another host has none`(text: String) {
    #expect(HostName.of(server: text) == nil)
  }

  @Test
  func `a line gives a host to an account, with a user name or without`() throws {
    let list = HostAccounts(
      Array(
        "# mine\n\nGHCR.io github # all\r\nregistry.example:5000\tcorp/ci robot\nghcr.io other\n"
          .utf8
      )
    )
    #expect(list.entries.count == 3)
    let first = try #require(list.entry(forHost: "ghcr.io"))
    #expect(first.account == AccountID(provider: "github") && first.user == nil)
    let second = try #require(list.entry(forHost: "registry.example:5000"))
    #expect(second.account.description == "corp/ci" && second.user == "robot")
    #expect(list.entry(forHost: "registry.example") == nil)
  }

  @Test(arguments: ["ghcr.io", "a b c d", "a/ b/c/d", "http://example.com x", "x -y"])
  func `a line of another shape is named by its number, and costs no other`(line: String) {
    let list = HostAccounts(Array("# one\n\(line)\nquay.io corp\n".utf8))
    #expect(list.faults.map(\.line) == [2])
    #expect(list.entries.map(\.host) == ["quay.io"])
  }

  @Test
  func `a token may go where its descriptor or the user says, and nowhere else`() throws {
    var stored = GitCredentialTests.stored
    stored.hosts = ["api.example", "client_secret to accounts.example"]
    let list = HostAccounts(Array("ghcr.io me\nquay.io other\n".utf8))
    let account = AccountID(provider: "me")
    #expect(list.permit(account, account, stored, toHost: "api.example"))
    #expect(list.permit(account, account, stored, toHost: "ghcr.io"))
    #expect(!list.permit(account, account, stored, toHost: "quay.io"))
    #expect(!list.permit(account, account, stored, toHost: "accounts.example"))
    let named = AccountID(provider: "other")
    #expect(list.permit(account, named, stored, toHost: "quay.io"), "the account that stands in")
  }
}
