import Foundation
import Testing

@testable import Providers

/// Files of allowed length that are made to cost the host much: what is said of them stays small.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct DescriptorSizeTests {
  private func report(_ source: String) -> CheckReport {
    DescriptorCheck.run(source: Array(source.utf8), file: "big.lua", isolation: .ownProcess)
  }

  @Test
  func `a long key is refused by its beginning`() {
    let key = String(repeating: "k", count: 300)
    let report = report("return provider { api = 1,\n options = {\n \(key) = { a = 1, b = 2 } } }")
    #expect(
      report.lines == [
        "big.lua:2: error: the key \"\(key.prefix(40))…\" has 300 bytes, of which 256 are allowed"
      ]
    )
  }

  @Test
  func `more problems than anybody reads are counted`() {
    let list = String(repeating: "1,", count: 5000)
    let report = report("return provider { api = 1, hosts = { \(list) } }")
    #expect(report.findings.count == 101)
    #expect(report.findings.last?.message == "and 4902 more problems")
  }

  @Test
  func `a file declares so many values and no more`() {
    let list = String(repeating: "1,", count: 12_000)
    let report = report("return\nprovider { api = 1, hosts = { \(list) } }")
    #expect(report.lines == ["big.lua:2: error: the descriptor has more than 10000 values"])
  }

  /// In a process of its own, because memory is measured for a whole process.
  @Test(.enabled(if: dlsym(nil, "__asan_init") == nil, "a sanitizer needs memory of its own"))
  func `no file of 64 KiB makes the host use much memory`() async {
    await #expect(processExitsWith: .success) {
      let long = String(repeating: "k", count: 32_000)
      let ones = String(repeating: "1,", count: 15_000)
      let twos = (0..<3000).map { "a\($0)=1," }.joined()
      let chain = String(repeating: "a.", count: 30_000)
      let before = Self.peak
      for source in [
        "return provider { api = 1, \(long) = { \(ones) } }",
        "return provider { api = 1, options = { \(long) = { \(twos) } } }",
        "return provider { api = 1, oauth2 = { \(long) = { \(twos) } } }",
        "local t = { \(twos) } return provider { api = 1, oauth2 = t, options = t, hosts = t }",
        "local a = {} return provider { api = 1, x = a.a.a, y = function() return \(chain)a end }",
      ] {
        #expect(source.utf8.count <= 64 << 10)
        let report = DescriptorCheck.run(
          source: Array(source.utf8),
          file: "big.lua",
          isolation: .thread
        )
        #expect(!report.isValid)
        #expect(report.lines.joined().utf8.count < 64 << 10)
      }
      let grown = Self.peak - before
      print("files made to be costly: \(grown) MiB more at the most than \(before) MiB")
      #expect(grown < 100, "\(grown) MiB more than \(before) MiB")
    }
  }

  /// The most memory that the process has had since its program began, in MiB.
  private static var peak: Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
    return (line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) >> 10
  }
}
