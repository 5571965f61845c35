import Testing

@testable import authrun_core

@Suite
struct HelperCurlCommandTests {
  @Test(arguments: [["-F", "a=b"], ["--file", "-"], ["--data-binary", "@f.txt"]])
  func `a body that is read while it is sent is refused, never dropped`(options: [String]) throws {
    let words = ["helper", "curl", "a", "POST", "/x"] + options
    guard case .run(let arguments) = try CommandTable.parser.parse(words) else {
      Issue.record("not a command")
      return
    }
    #expect(throws: UsageError.self) { _ = try HelperCurlCommand(arguments) }
  }
}
