import Foundation
import Testing

@testable import Providers

/// A file that is read behind the wall is read nowhere else.
@Suite
struct LoadingPlaceTests {
  /// A program in a helper's place that declares this table, whatever it is given to read.
  private func helper(_ folder: TemporaryFolder, declaring table: ScriptValue) throws -> String {
    var output = ScriptMessageWriter()
    output.value(table)
    let ended =
      [UInt8(ascii: "E")] + number(0) + number(0) + number(0) + number(0) + number(0) + number(0)
      + number(output.bytes.count) + output.bytes
    let ready = [UInt8(ascii: "H")] + number(0)
    let frames = number(ready.count) + ready + number(ended.count) + ended
    try Data(frames).write(to: folder.url.appending(path: "frames"))
    return try folder.write(
      "helper",
      "#!/bin/sh\ncat '\(folder.path)/frames' >&0\nexec cat >/dev/null\n",
      mode: 0o700
    )
  }

  private func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  @Test
  func `a check knows a file by what the helper says of it alone`() throws {
    let folder = try TemporaryFolder()
    let table: ScriptValue = [
      "api": 1, "id": "two", "docs": "https://two.example/docs",
      "oauth2": [
        "authorize": "https://two.example//authorize", "token": "https://two.example/token",
      ],
    ]
    let report = DescriptorCheck.run(
      source: Array("error('read in this process')".utf8),
      file: "two.lua",
      isolation: .process(program: try helper(folder, declaring: table))
    )
    #expect(
      report.findings.map(\.message) == ["oauth2.authorize has a double slash in its path"]
    )
  }
}
