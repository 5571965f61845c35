import Foundation
import TestSupport
import Testing

/// The order of writing and synchronising, which decides what a power failure leaves.
@Suite(.requiresTracing)
struct DurabilityTests {
  /// The system calls of one probe run, file descriptors shown with their paths.
  private func calls(_ probe: Probe, _ words: [String]) async throws -> [String] {
    let trace = probe.home.file("trace")
    let plain = try probe.command(words)
    let result = try await Command(
      Tracing.program,
      ["-f", "-y", "-o", trace, plain.executable] + plain.arguments,
      environment: plain.environment
    ).run()
    #expect(result.status == 0, "\(result)")
    return try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
      .map(String.init)
  }

  private func isSync(_ call: String, _ path: String) -> Bool {
    (call.contains("fsync(") || call.contains("fdatasync(")) && call.contains("\(path)>")
  }

  @Test
  func `a record is on the disk before its version is returned`() async throws {
    let probe = try Probe()
    try await probe.run("put", "spotify", "old")
    let calls = try await calls(probe, ["swap", "spotify", "new"])
    let answer = try #require(calls.firstIndex { $0.contains("write(1<") })
    let log = "vault.db-wal"
    let write = try #require(
      calls[..<answer].lastIndex { $0.contains("pwrite64(") && $0.contains("\(log)>") }
    )
    #expect(calls[write..<answer].contains { isSync($0, log) })
  }

  @Test
  func `the key is on the disk before the vault appears, and both before the first record`()
    async throws
  {
    let probe = try Probe()
    let calls = try await calls(probe, ["put", "spotify", "new"])
    let links = calls.indices.filter { calls[$0].contains(" link(") }
    try #require(links.count == 2)
    #expect(calls[links[0]].contains("vault.key"))
    #expect(calls[links[1]].contains("vault.db"))
    #expect(calls[..<links[0]].contains { isSync($0, ".new") })
    #expect(calls[links[0]..<links[1]].contains { isSync($0, "config/authrun") })
    #expect(calls[links[0]..<links[1]].contains { isSync($0, ".new") })
    let record = try #require(
      calls.firstIndex { $0.contains("pwrite64(") && $0.contains("vault.db-wal>") }
    )
    #expect(calls[links[1]..<record].contains { isSync($0, "data/authrun") })
  }

  @Test
  func `the next key is on the disk before the vault is sealed with it, the old one goes after`()
    async throws
  {
    let probe = try Probe()
    try await probe.run("put", "spotify", "old")
    let calls = try await calls(probe, ["rekey", "-"])
    let log = "vault.db-wal"
    let next = try #require(calls.firstIndex { $0.contains(" link(") && $0.contains(".next-") })
    let sealed = try #require(
      calls[next...].firstIndex { $0.contains("pwrite64(") && $0.contains("\(log)>") }
    )
    let promoted = try #require(calls[sealed...].firstIndex { $0.contains(" rename(") })
    #expect(calls[..<next].contains { isSync($0, ".new") })
    #expect(calls[next..<sealed].contains { isSync($0, "config/authrun") })
    #expect(calls[sealed..<promoted].contains { isSync($0, log) })
    #expect(calls[promoted...].contains { isSync($0, "config/authrun") })
  }

  @Test
  func `no file of ours is ever open to others, not even for a moment`() async throws {
    let probe = try Probe()
    let calls = try await calls(probe, ["put", "spotify", "new"])
    let created = calls.filter { $0.contains("O_CREAT") && $0.contains(probe.home.path) }
    #expect(created.count >= 4)
    for call in created {
      #expect(call.contains(", 0600)"), "\(call)")
    }
    let directories = calls.filter { $0.contains(" mkdir(") }
    #expect(!directories.isEmpty)
    for call in directories {
      #expect(call.contains(", 0700)"), "\(call)")
    }
  }
}
