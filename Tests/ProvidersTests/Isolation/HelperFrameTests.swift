import Standards
import Testing

@testable import Providers

/// What a helper that its script has taken over might send.
@Suite
struct HelperFrameTests {
  @Test(arguments: [
    [], [0x48], [0x48, 1, 0], [0x43], [0x43, 1, 255, 255, 255, 255], [0x45, 0, 0, 0, 0],
    [0x45] + [UInt8](repeating: 0xFF, count: 64), [0x58, 0, 0, 0, 0],
  ])
  func `a frame that ends early or is none is refused`(bytes: [UInt8]) {
    #expect(throws: HelperFrame.Malformed.self) { try HelperFrame.read(bytes) }
  }

  @Test
  func `a place outside the file, and unprintable text, are not believed`() throws {
    var report = GuestReport(status: 2)
    report.message = "acme.lua:3: \u{1B}[2J"
    report.location = "/etc/passwd:1"
    report.traceback = "a\u{1B}b\n" + String(repeating: "x\n", count: 100)
    guard
      case .ended(let error) = report.result(
        chunkName: "acme.lua",
        hook: nil,
        effectError: { _ in nil }
      )
    else {
      Issue.record("no error")
      return
    }
    #expect(error.location == "acme.lua:3")
    #expect(error.message == #"\u{1b}[2J"#)
    #expect(error.traceback.count == 20)
    #expect(error.traceback.first == #"a\u{1b}b"#)
    report.message = "no place"
    guard
      case .ended(let other) = report.result(
        chunkName: "acme.lua",
        hook: nil,
        effectError: { _ in nil }
      )
    else { return }
    #expect(other.location == "acme.lua")
  }

  @Test
  func `values nested deeper than any guest writes are refused`() {
    let opening: [UInt8] = [0x54, 1, 0, 0, 0, 0, 0, 0, 0]
    let bytes = [[UInt8]](repeating: opening, count: 100_000).flatMap { $0 }
    var reader = ScriptMessageReader(bytes)
    #expect(throws: ScriptMessageReader.Malformed.self) { try reader.value() }
  }

  @Test
  func `a failure's payload of any bytes is read`() {
    for payload in [
      [], [255, 255, 255, 255, 1], [UInt8](repeating: 0, count: 9), [4, 0, 0, 0, 1],
    ] {
      let failure = ScriptFailure(payload: payload as [UInt8])
      #expect(failure.effectError == nil)
    }
  }
}
