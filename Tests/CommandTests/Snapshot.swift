import Foundation
import Testing

/// Compares a text with the file of that name in `Snapshots`.
///
/// A missing file, or any file with RECORD_SNAPSHOTS=1, is written and the test fails all the same, so that
/// no text becomes the expected one unseen.
func expectSnapshot(
  _ name: String,
  _ text: String,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Snapshots")
  let file = folder.appendingPathComponent(name)
  let expected = try? String(contentsOf: file, encoding: .utf8)
  let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1"
  if expected == nil || isRecording {
    try text.write(to: file, atomically: true, encoding: .utf8)
    Issue.record(
      "wrote the snapshot \(name); read it, then run again",
      sourceLocation: sourceLocation
    )
    return
  }
  #expect(text == expected, "differs from Snapshots/\(name)", sourceLocation: sourceLocation)
}
