import Foundation
import TestSupport
import Testing

/// What is not in the front need not be started, nor searched when a type is looked up.
@Suite
struct FrontContentsTests {
  @Test(arguments: ["swift_task_create", "17_StringProcessing", "_dispatch_"])
  func `the front carries neither concurrency nor regular expressions`(mark: String) throws {
    let file = try Data(contentsOf: URL(filePath: PackageLayout.product("authrun")))
    #expect(file.range(of: Data("sqlite3_open_v2".utf8)) != nil, "the names are in the file")
    #expect(file.range(of: Data(mark.utf8)) == nil)
  }
}
