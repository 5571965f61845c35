import TestSupport
import Testing

@Suite
struct HitRequestTests {
  @Test
  func `options stand anywhere and in both spellings`() async throws {
    let fixture = try await FrontFixture(core: false)
    let vault = fixture.home.file("data/authrun/vault.db")
    try await fixture.probe("put", "acme", "t")
    for words in [
      ["token", "acme"], ["token", "acme/default"], ["token", "--min-ttl", "90", "acme"],
      ["--min-ttl=90", "token", "acme"], ["token", "acme", "--vault", vault],
      ["--vault=\(vault)", "token", "acme"], ["token", "acme", "--vault=sqlite:\(vault)"],
    ] {
      #expect(try await fixture.front(words).output == "t\n", "\(words)")
    }
    let variable = ["AUTHRUN_VAULT": vault]
    #expect(try await fixture.front(["token", "acme"], environment: variable).output == "t\n")
  }

  @Test
  func `everything unusual is for the whole program`() async throws {
    let fixture = try await FrontFixture()
    try await fixture.probe("put", "a", "t")
    for words in [
      [], ["token"], ["a"], ["login", "a"], ["token", "a", "b"], ["token", ""], ["token", "a/"],
      ["token", "/a"], ["token", "a/b/c"], ["token", "a b"], ["token", "ü"],
      ["token", "a", "--json", "--env"], ["token", "a", "--json", "--json"],
      ["token", "a", "--json=1"], ["token", "a", "--min-ttl"], ["token", "a", "--min-ttl="],
      ["token", "a", "--min-ttl", "-1"], ["token", "a", "--min-ttl", "1e3"],
      ["token", "a", "--min-ttl", "0000000001"], ["token", "a", "--min-ttl=1", "--min-ttl=1"],
      ["token", "a", "--vault"], ["token", "a", "--vault="], ["token", "a", "--force-refresh"],
      ["token", "a", "--scope", "x"], ["token", "a", "--trace"], ["token", "a", "--help"],
      ["token", "a", "--"], ["token", "-a"], ["--", "token", "a"], ["token", "a", "--min-ttlx=1"],
    ] {
      #expect(try await fixture.front(words).status == 42, "\(words)")
    }
  }
}
