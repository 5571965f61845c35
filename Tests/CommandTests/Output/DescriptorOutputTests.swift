import Crypto
import Standards
import TestSupport
import Testing

@testable import Providers
@testable import authrun_core

@Suite
struct DescriptorOutputTests {
  /// A shipped descriptor, as if it lay where it is installed.
  private func descriptor(_ id: String) throws -> Descriptor {
    let catalogue = Catalogue(folders: [], hashing: OpenSSLHashing())
    var descriptor = try catalogue.read("\(PackageLayout.providers)/\(id).lua")
    descriptor.source.path = "/usr/share/authrun/providers/\(id).lua"
    return descriptor
  }

  @Test(arguments: ["twitter", "spotify", "acme"])
  func `a shipped descriptor is shown as reviewed`(id: String) throws {
    let text = DescriptorText(descriptor: try descriptor(id), isShipped: true, style: .plain)
    try expectSnapshot("show-\(id).txt", text.lines.joined(separator: "\n") + "\n")
  }

  @Test
  func `the object of show is as reviewed`() throws {
    let object = DescriptorOutput.json(try descriptor("spotify"), isShipped: true)
    try expectSnapshot("show-spotify.json", object.prettyPrinted + "\n")
  }

  @Test
  func `check lists every fault with its line`() throws {
    let home = try TemporaryHome()
    let file = try home.write(
      """
      return provider {
        api = 1, id = "x", name = "X", kind = "oauth2",
        oauth2 = {
          authorize = "https://a.example/a",
          tokn = "https://a.example/t",
          token = "https://a.example/t",
          scpes = { "a" },
        },
      }
      """,
      to: "x.lua"
    )
    let report = CheckCommand.report(file, isolation: IsolationRule(mode: .thread))
    #expect(CheckCommand.remarks(report, style: .plain).isEmpty)
    let lines = CheckCommand.errors(report, style: .plain)
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix("authrun: \(file):5: error: unknown key \"tokn\""))
    #expect(lines[1].hasPrefix("authrun: \(file):7: error: unknown key \"scpes\""))
  }

  @Test
  func `check says of a good file that it can be used, and what it gives up`() {
    let file = "\(PackageLayout.providers)/twitter.lua"
    let report = CheckCommand.report(file, isolation: IsolationRule(mode: .thread))
    let lines = CheckCommand.remarks(report, style: .plain)
    #expect(lines.first == "\(file): can be used")
    #expect(lines.contains { $0.contains("oauth1.xauth loosens a check") })
    #expect(CheckCommand.errors(report, style: .plain).isEmpty)
  }

  @Test
  func `a file that cannot be read is an error of its own`() {
    let report = CheckCommand.report("/nonexistent/x.lua", isolation: IsolationRule())
    #expect(!report.isValid)
    #expect(
      CheckCommand.errors(report, style: .plain)
        == ["authrun: /nonexistent/x.lua: error: the file does not exist"]
    )
  }

  @Test
  func `the listing has one row for each provider`() {
    let entry = CatalogueEntry(
      id: "a",
      folder: CatalogueFolder(path: "/p", origin: .user),
      shadowed: ["/q/a.lua"]
    )
    var summary = CatalogueSummary(source: [])
    summary.name = "A\u{1B}"
    summary.kind = "oauth2"
    let rows = [
      ProviderRow(entry: entry, summary: summary),
      ProviderRow(
        entry: CatalogueEntry(
          id: "b",
          folder: CatalogueFolder(path: "/p", origin: .shipped),
          shadowed: []
        ),
        summary: nil
      ),
    ]
    #expect(
      ProvidersCommand.lines(rows) == [
        "ID  NAME     KIND    FROM", "a   A\\u{1b}  oauth2  your folder, before another",
        "b   ?        ?       authrun",
      ]
    )
    #expect(rows[1].json["name"] == .null)
    #expect(rows[0].json["shadowed"]?.array == ["/q/a.lua"])
  }
}
