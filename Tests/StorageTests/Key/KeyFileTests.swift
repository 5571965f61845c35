import Foundation
import Standards
import TestSupport
import Testing

@testable import Storage

@Suite
struct KeyFileTests {
  @Test
  func `a new key is 64 hexadecimal digits and a line feed, another one each time`() throws {
    let home = try TemporaryHome()
    _ = try KeyFile.readOrMake(home.file("a/key"))
    _ = try KeyFile.readOrMake(home.file("b/key"))
    let files = home.files()
    let text = try String(validating: #require(files["a/key"]), as: UTF8.self)
    #expect(text?.wholeMatch(of: #/[0-9a-f]{64}\n/#) != nil)
    #expect(files["a/key"] != files["b/key"])
    #expect(files.count == 2)
  }

  @Test
  func `a key that is there is kept`() throws {
    let home = try TemporaryHome()
    _ = try KeyFile.readOrMake(home.file("a/key"))
    let before = home.files()
    _ = try KeyFile.readOrMake(home.file("a/key"))
    #expect(home.files() == before)
  }

  @Test(arguments: [
    "", "\n", String(repeating: "a", count: 63), String(repeating: "a", count: 65),
    String(repeating: "g", count: 64), String(repeating: "a", count: 64) + "\n\n",
    String(repeating: "a", count: 64) + " ",
  ])
  func `another content is no key and is not replaced`(content: String) throws {
    let home = try TemporaryHome()
    let path = try home.write(content, to: "a/key")
    #expect(vaultError { _ = try KeyFile.readOrMake(path) }?.kind == .wrongKey)
    #expect(home.files()["a/key"] == Array(content.utf8))
  }

  @Test
  func `of many that make the key at once, all have the same`() async throws {
    let home = try TemporaryHome()
    let path = home.file("a/key")
    let checks = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<32 {
        group.addTask {
          let key = try KeyFile.readOrMake(path)
          return VaultKeys(key, vaultID: Array(repeating: 7, count: 16)).check
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(checks.count == 1)
    #expect(home.files().keys.sorted() == ["a/key"])
  }
}
