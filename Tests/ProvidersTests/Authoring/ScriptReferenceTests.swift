import Foundation
import Standards
import Testing

@testable import Providers

/// What page and editors say of scripts, against what the host gives and reads.
@Suite
struct ScriptReferenceTests {
  /// The members of a table of `ctx`, as a script finds them.
  private func names(_ expression: String) async throws -> Set<String> {
    let outcome = try await runScript(
      "local names = {} for name in pairs(\(expression)) do names[#names + 1] = name end return names",
      effects: FakeEffects(json: #"{"a":1}"#)
    )
    return Set(outcome.returned.table?.sequence.compactMap(\.text) ?? [])
  }

  @Test(arguments: [
    ("ctx", "ctx"), ("ctx.http", "http"), ("ctx.jwt", "jwt"), ("ctx.hash", "hash"),
    ("ctx.browser", "browser"), ("ctx.http.get(ctx.opt.base)", "response"),
  ])
  func `a script finds what is described, and nothing else`(
    _ expression: String,
    _ table: String
  ) async throws {
    let described = try #require(ScriptInterface.tables.first { $0.name == table })
    #expect(try await names(expression) == Set(described.members.map(\.name)))
  }

  @Test(arguments: [
    ("request_table", ScriptRequestReader.known), ("page", ScriptHost.pageFields),
    ("tokens", ScriptOperation.tokenFields), ("signature", ScriptOperation.signFields),
  ])
  func `the host takes what is described, and nothing else`(
    _ name: String,
    _ known: [String]
  ) throws {
    let table = try #require(ScriptInterface.tables.first { $0.name == name })
    #expect(Set(table.members.map(\.name)) == Set(known))
    #expect(table.members.count == known.count)
  }

  @Test
  func `every hook has its form, and every name that a type uses is explained`() {
    #expect(Set(ScriptInterface.hooks.keys) == Set(Hook.allCases))
    let known =
      Set(ScriptInterface.tables.map(\.name) + ScriptInterface.aliases.map(\.name))
      .union(["secret", "url"])
    let types =
      ScriptInterface.tables.flatMap(\.members).map(\.type)
      + ScriptInterface.aliases.map(\.type) + ScriptInterface.hooks.values
    for type in types {
      for part in type.components(separatedBy: "authrun.").dropFirst() {
        let name = String(part.prefix { $0.isLetter || $0 == "_" })
        #expect(known.contains(name), "\(name) in \(type)")
      }
    }
    for table in ScriptInterface.tables {
      #expect(EditorTypes.lua.contains("---@class (exact) authrun.\(table.name)\n"))
      for member in table.members { #expect(member.doc.hasSuffix("."), "\(member.name)") }
    }
  }
}
