import Foundation
import TestSupport
import Testing

/// Each provider that comes with authrun is checked, rehearsed, and tested with its recorded cases.
@Suite
struct ShippedProvidersTests {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "providers")

  private static func files(_ suffix: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(suffix) }.sorted()
  }

  private static func paths() throws -> [String] {
    try files(".lua").map { folder.appending(path: $0).path }
  }

  @Test
  func `each has recorded cases, and there are no others`() throws {
    let ids = try Self.files(".lua").map { $0.dropLast(4) }
    #expect(try Self.files(".cases.json").map { $0.dropLast(11) } == ids)
  }

  @Test
  func `each is valid and has no warning`() async throws {
    let result = try await BuiltProgram().run(["check"] + Self.paths())
    #expect(result.status == 0, "\(result)")
    #expect(!result.output.contains(": warning: "), "\(result)")
  }

  @Test
  func `each passes its recorded cases`() async throws {
    let result = try await BuiltProgram().run(["test"] + Self.paths())
    #expect(result.status == 0, "\(result)")
  }

  @Test
  func `each passes its rehearsal`() async throws {
    let ids = try Self.files(".lua").map { String($0.dropLast(4)) }
    let result = try await BuiltProgram().run(["rehearse"] + ids)
    #expect(result.status == 0, "\(result)")
  }
}
