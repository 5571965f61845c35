import Foundation
import Standards
import TestSupport
import Testing

@testable import Storage

@Suite
struct ParallelProcessTests {
  @Test
  func `fifty processes that make the vault and write at once all succeed`() async throws {
    let probe = try Probe()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<50 {
        group.addTask { _ = try await probe.run("put", "p\(number)", "t\(number)") }
      }
      try await group.waitForAll()
    }
    let location = try VaultLocation(explicit: nil, environment: probe.home.environment)
    let listing = try Vault.open(location, create: false).list()
    #expect(listing.credentials.count == 50)
    #expect(listing.damagedCount == 0)
    let tokens = listing.credentials.map(\.credential.accessToken.text)
    #expect(Set(tokens).count == 50)
    #expect(Set(listing.credentials.map(\.version)) == Set(1...50))
  }

  @Test
  func `the lease lets one process at a time read, change and write`() async throws {
    let probe = try Probe()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<10 {
        group.addTask { _ = try await probe.run("count", "spotify", "10") }
      }
      try await group.waitForAll()
    }
    #expect(try await probe.get("spotify") == "100 refresh-100")
  }

  @Test
  func `a lease is free again when its holder is killed`() async throws {
    let probe = try Probe()
    let location = try VaultLocation(explicit: nil, environment: probe.home.environment)
    var command = try probe.command(["hold", "spotify"])
    command.input = .interactive
    let holder = try command.start()
    _ = try await holder.outputLine(containing: "held")
    #expect(try !isFree(location))
    holder.signal(SIGKILL)
    _ = try await holder.result()
    #expect(try isFree(location))
  }

  @Test(arguments: ["000", "077", "277"])
  func `a umask neither opens nor closes our files too far`(mask: String) async throws {
    let probe = try Probe()
    let program = try PackageLayout.product("storage-probe")
    let result = try await Command(
      "/bin/sh",
      ["-c", "umask \(mask); \(program) put spotify t && \(program) count spotify 1"],
      environment: probe.home.environment
    ).run()
    #expect(result.status == 0, "\(result)")
    for directory in ["data/authrun", "config/authrun", "state/authrun"] {
      #expect(try mode(probe.home.file(directory)) == 0o700, "\(directory)")
    }
    for file in probe.home.files().keys {
      #expect(try mode(probe.home.file(file)) == 0o600, "\(file)")
    }
  }

  private func isFree(_ location: VaultLocation) throws -> Bool {
    guard let lease = try Vault.open(location, create: true).attemptLease(.spotify) else {
      return false
    }
    lease.release()
    return true
  }
}
