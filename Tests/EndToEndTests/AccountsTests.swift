import Foundation
import TestSupport
import Testing

/// Several accounts for each provider: a default, other names, and what is told about them.
@Suite(.endToEnd)
struct AccountsTests {
  private func names(_ rig: APIRig) async throws -> [String: [String: Any]] {
    let object = try rig.object(try await rig.authrun("accounts", "--json"))
    let rows = try #require(object["accounts"] as? [[String: Any]])
    return Dictionary(uniqueKeysWithValues: rows.map { ("\($0["account"] ?? "")", $0) })
  }

  @Test
  func `a name that stands for nobody is never taken for somebody`() async throws {
    let rig = try await APIRig()
    _ = try await rig.authrun("accounts", "rename", "api", "work")
    let token = try await rig.authrun("token", "api")
    #expect(token.status == 78, "\(token)")
    #expect(token.errors.contains("there is api/work"), "\(token)")
    #expect(token.errors.contains("authrun accounts default"), "\(token)")
    let logout = try await rig.authrun("logout", "api")
    #expect(logout.status == 67 && logout.errors.contains("api/work"), "\(logout)")
    #expect(try await rig.authrun("token", "api/work").status == 0)
  }

  @Test
  func `a default is what the provider means, for every command`() async throws {
    let rig = try await APIRig()
    let first = try await rig.authrun("token", "api").output
    let blocked = try await rig.authrun("accounts", "default", "api/none")
    #expect(blocked.status == 67, "\(blocked)")
    _ = try await rig.authrun("login", "api", "--as", "work")
    let taken = try await rig.authrun("accounts", "default", "api/work")
    #expect(taken.status == 65 && taken.errors.contains("accounts rename api/default"), "\(taken)")
    #expect(try await rig.authrun("accounts", "rename", "api", "api/home").status == 0)
    let chosen = try await rig.authrun("accounts", "default", "api/work", "--json")
    #expect(try rig.object(chosen)["account"] as? String == "work")
    let work = try await rig.authrun("token", "api/work").output
    #expect(work != first)
    #expect(try await rig.authrun("token", "api").output == work)
    #expect(try await rig.authrun("token", "api", "--json").output.contains(work.trimmed))
    #expect(try await rig.authrun("refresh", "api").status == 0)
    let refreshed = try await rig.authrun("token", "api/work").output
    #expect(refreshed != work)
    #expect(try await rig.authrun("token", "api").output == refreshed)
    #expect(try await rig.authrun("token", "api/home").output == first)
    let listing = try await names(rig)
    #expect(listing["work"]?["default"] as? Bool == true)
    #expect(listing["home"]?["default"] as? Bool == false)
    #expect(listing.count == 2)
    let table = try await rig.authrun("accounts")
    #expect(table.output.contains("api/work *"), "\(table)")
    // A login without a name renews the default account.
    let again = try await rig.authrun("login", "api", "--json")
    #expect(try rig.object(again)["account"] as? String == "work")
    #expect(try await names(rig).count == 2)
    // The default follows its account's new name, and goes with it.
    #expect(try await rig.authrun("accounts", "rename", "api", "office").status == 0)
    #expect(try await rig.authrun("token", "api").status == 0)
    #expect(try await rig.authrun("logout", "api", "--local").status == 0)
    #expect(try await rig.authrun("token", "api").status == 78)
    #expect(try await names(rig).keys.sorted() == ["home"])
  }

  @Test
  func `every answer and error names the account that stands in`() async throws {
    let rig = try await APIRig(oauth2: #"introspect = "{base}/introspect""#)
    #expect(try await rig.authrun("accounts", "rename", "api", "work").status == 0)
    #expect(try await rig.authrun("accounts", "default", "api/work").status == 0)
    let refreshed = try await rig.authrun("refresh", "api")
    #expect(refreshed.output.hasPrefix("api/work: refreshed"), "\(refreshed)")
    let object = try rig.object(try await rig.authrun("refresh", "api", "--json"))
    #expect(object["account"] as? String == "work")
    for words in [
      ["whoami", "api"], ["request", "api", "/none"],
      ["request", "api", "https://elsewhere.example/"],
      ["token", "api", "--min-ttl", "9999999"],
      ["exec", "api", "--min-ttl", "9999999", "--", "true"],
      ["token", "api", "--scope", "never"], ["helper", "xoauth2", "api"], ["helper", "aws", "api"],
      ["helper", "kubectl", "api", "--field", "id_token"],
      ["sign", "api", "https://elsewhere.example/"],
      ["helper", "netrc", "api", "--host", "elsewhere.example"],
    ] {
      let result = try await rig.command(words).run()
      #expect(
        result.status != 0 && result.errors.contains("authrun: api/work: "),
        "\(words) \(result)"
      )
      #expect(!result.errors.contains("default"), "\(words) \(result)")
    }
    let logout = try rig.object(try await rig.authrun("logout", "api", "--local", "--json"))
    #expect(logout["account"] as? String == "work")
  }

  @Test
  func `a name that is written out means no other account`() async throws {
    let rig = try await APIRig()
    _ = try await rig.authrun("login", "api", "--as", "work")
    #expect(try await rig.authrun("logout", "api/default", "--local").status == 0)
    #expect(try await rig.authrun("accounts", "default", "api/work").status == 0)
    for words in [["logout", "api/default"], ["accounts", "rename", "api/default", "home"]] {
      let refused = try await rig.command(words).run()
      #expect(refused.status == 67 || refused.status == 78, "\(refused)")
    }
    #expect(try await names(rig).keys.sorted() == ["work"])
    let gone = try await rig.authrun("logout", "api", "--json")
    #expect(try rig.object(gone)["account"] as? String == "work", "\(gone)")
  }

  @Test
  func `a name that is taken is not taken away`() async throws {
    let rig = try await APIRig()
    _ = try await rig.authrun("login", "api", "--as", "work")
    let before = try await rig.authrun("token", "api/work").output
    let result = try await rig.authrun("accounts", "rename", "api", "api/work")
    #expect(result.status == 65, "\(result)")
    #expect(result.errors.contains("there already"), "\(result)")
    #expect(try await rig.authrun("token", "api/work").output == before)
    for words in [["api", "other/x"], ["api", "default"], ["api/none", "x"], ["api", "a b"]] {
      let refused = try await rig.command(["accounts", "rename"] + words).run()
      #expect(refused.status != 0, "\(refused)")
    }
    #expect(try await rig.authrun("token", "api").status == 0)
  }

  @Test
  func `the provider tells what it knows of a token`() async throws {
    let rig = try await APIRig(oauth2: #"introspect = "{base}/introspect""#)
    let result = try await rig.authrun("introspect", "api", "--json")
    #expect(result.status == 0, "\(result)")
    let object = try rig.object(result)
    #expect(object["active"] as? Bool == true && object["client_id"] as? String == "id")
    let lines = try await rig.authrun("introspect", "api")
    #expect(lines.output.contains("exp: 2030-03-17T17:46:40Z (in "), "\(lines)")
    // Another login makes the server forget the first token.
    _ = try await rig.authrun("login", "api", "--as", "other")
    let stale = try await rig.authrun("introspect", "api", "--json")
    #expect(stale.output == "{\"active\":false}\n" && stale.status == 0, "\(stale)")
    let bare = try await APIRig()
    let refused = try await bare.authrun("introspect", "api")
    #expect(refused.status != 0 && refused.errors.contains("oauth2.introspect"), "\(refused)")
  }

  @Test
  func `an account that gets tokens by itself is refreshable, one that cannot is not`() async throws
  {
    let rig = try await APIRig()
    #expect(try await names(rig)["default"]?["refreshable"] as? Bool == true)
    try rig.home.write(
      "return provider { api = 1, id = 'key', api_key = { } }",
      to: "config/authrun/providers/key.lua"
    )
    let key = try rig.command(
      ["login", "key", "--option", "api_key=-"],
      input: .text("k3y-0f-mine")
    )
    let login = try await key.run()
    #expect(login.status == 0, "\(login)")
    let object = try rig.object(try await rig.authrun("accounts", "--json"))
    let rows = try #require(object["accounts"] as? [[String: Any]])
    #expect(rows.map { $0["provider"] as? String } == ["api", "key"])
    #expect(rows.map { $0["refreshable"] as? Bool } == [true, false])
    // Without its descriptor nothing can be had any more.
    try FileManager.default.removeItem(atPath: rig.home.file("config/authrun/providers/api.lua"))
    let gone = try rig.object(try await rig.authrun("accounts", "--json"))
    #expect((gone["accounts"] as? [[String: Any]])?.first?["refreshable"] as? Bool == false)
  }

  @Test
  func `a record that does not open is told, never passed over`() async throws {
    let rig = try await APIRig()
    let vault = rig.home.file("data/authrun/vault.db")
    let damage = try await Command(
      try PythonPeer.interpreter(),
      [
        "-c",
        "import sqlite3,sys; d=sqlite3.connect(sys.argv[1]); d.execute('UPDATE credential SET sealed=randomblob(99)'); d.commit()",
        vault,
      ]
    ).run()
    try #require(damage.status == 0, "\(damage)")
    let result = try await rig.authrun("accounts")
    #expect(!result.errors.contains("No accounts yet"), "\(result)")
    #expect(result.errors.contains("1 record does not open"), "\(result)")
    #expect(try rig.object(try await rig.authrun("accounts", "--json"))["damaged"] as? Int == 1)
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
