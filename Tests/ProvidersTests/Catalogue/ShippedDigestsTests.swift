import Crypto
import Foundation
import Standards
import TestSupport
import Testing

@testable import Providers

@Suite
struct ShippedDigestsTests {
  /// A file that was changed and not recorded counts as a stranger's.
  @Test
  func `the digests are those of the descriptors that are shipped`() throws {
    let folder = URL(filePath: PackageLayout.providers)
    var lines: [String] = []
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    where file.hasSuffix(".lua") {
      let bytes = Array(try Data(contentsOf: folder.appending(path: file)))
      let digest = Hex.encode(OpenSSLHashing().digest(.sha256, bytes))
      lines.append("    \"\(file.dropLast(4))\": \"\(digest)\",")
    }
    let source = URL(filePath: PackageLayout.providers).deletingLastPathComponent()
      .appending(path: "Sources/Providers/Catalogue/ShippedDigests.swift")
    let text = try String(contentsOf: source, encoding: .utf8)
    let head = try #require(text.range(of: "= [\n"))
    let tail = try #require(text.range(of: "  ]\n"))
    let recorded = String(text[head.upperBound..<tail.lowerBound])
    let wanted = lines.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["AUTHRUN_RECORD"] == "1" {
      let new = text.replacingCharacters(in: head.upperBound..<tail.lowerBound, with: wanted)
      try new.write(to: source, atomically: true, encoding: .utf8)
    }
    #expect(
      recorded == wanted,
      "run AUTHRUN_RECORD=1 swift test --filter ShippedDigestsTests, and build again"
    )
  }
}
