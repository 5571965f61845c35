import Foundation
import TestSupport
import Testing

/// `request --all` reads a list to its end, and goes nowhere else.
@Suite(.endToEnd)
struct RequestPagesTests {
  private static let all = [
    "1", "2", "3", "4", "5", "6", "7", "9007199254740993", #"{"name":"café \u202egpj"}"#,
  ]

  private func expectAll(
    _ result: CommandResult,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let text = "[\n" + Self.all.joined(separator: ",\n") + "\n]\n"
    #expect(result.status == 0, "\(result)", sourceLocation: sourceLocation)
    #expect(result.output == text, sourceLocation: sourceLocation)
  }

  @Test
  func `by Link fields, each page with the token`() async throws {
    let rig = try await APIRig(request: #"query = { key = "own" }"#)
    expectAll(try await rig.request("/linked?keep=x", "--all"))
    let pages = try await rig.arrived("/v1/linked")
    #expect(pages.map(\.query) == ["keep=x&key=own", "keep=x&at=4&key=own", "keep=x&at=8&key=own"])
    #expect(Set(pages.map(\.authorization)) == ["Bearer token-1"])
  }

  @Test(arguments: [
    ("next", #"next = "/next", items = "/data/items""#),
    ("cursor", #"cursor = "/meta/cursor", parameter = "cursor", items = "/items""#),
    ("offset", #"offset = "offset", items = "/items""#),
    ("paged", #"page = "page", items = "/items""#),
    ("plain", #"items = "/values""#),
  ])
  func `by the descriptor's rule`(path: String, rule: String) async throws {
    let rig = try await APIRig(request: "query = { key = 'own' }, pagination = { \(rule) }")
    expectAll(try await rig.request("/\(path)", "--all"))
    for page in try await rig.arrived("/v1/\(path)") {
      #expect(page.query.components(separatedBy: "key=own").count == 2, "\(page)")
    }
    let object = try rig.object(try await rig.request("/\(path)", "--all", "--json"))
    #expect((object["body"] as? [Any])?.count == Self.all.count)
    #expect((object["pages"] as? Int ?? 0) >= 3)
  }

  @Test
  func `a token in the URL stands there once, also where the links repeat it`() async throws {
    let rig = try await APIRig(
      request: #"token = { query = "key" }, pagination = { next = "/next", items = "/data/items" }"#
    )
    expectAll(try await rig.request("/next", "--all"))
    let pages = try await rig.arrived("/v1/next")
    #expect(pages.map(\.query) == ["key=token-1", "at=4&key=token-1", "at=8&key=token-1"])
  }

  @Test
  func `pages that are no lists come one after another`() async throws {
    let rig = try await APIRig()
    let result = try await rig.request("/plain", "--all")
    #expect(result.status == 0, "\(result)")
    #expect(result.output.split(separator: "\n").count == 3)
    #expect(result.output.hasPrefix(#"{"values": [1, 2, 3, 4]}"#))
  }

  @Test
  func `a page elsewhere is not asked for, and the token stays`() async throws {
    let rig = try await APIRig()
    let other = try await APIRig()
    for target in [
      "\(other.base)/v1/linked", "http://localhost:\(rig.port)/v1/linked", "//evil.example/",
    ] {
      let result = try await rig.request("/elsewhere?to=\(target)", "--all")
      #expect(result.status == 77, "\(result)")
      #expect(result.errors.contains("none of the hosts"), "\(result)")
      #expect(!result.output.contains("]"), "an open list: \(result)")
    }
    #expect(try await other.arrived("/v1/linked").isEmpty)
    #expect(try await rig.arrived("/v1/linked").isEmpty)
  }

  @Test
  func `pages that go in a circle are an error`() async throws {
    let rig = try await APIRig()
    let result = try await rig.request("/circle", "--all")
    #expect(result.status == 76, "\(result)")
    #expect(result.errors.contains("circle"))
    #expect(try await rig.arrived("/v1/circle").count <= 4)
  }

  @Test
  func `a page that fails ends the list unfinished`() async throws {
    let rig = try await APIRig()
    let result = try await rig.request("/broken", "--all")
    #expect(result.status == 69, "\(result)")
    #expect(result.output == "[\n1")
    #expect(result.errors.contains("page lost"))
  }
}
