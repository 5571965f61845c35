import Foundation
import TestSupport
import Testing

/// Two network namespaces, each with a link to this machine alone: to programs in them, two machines.
final class Namespaces: Sendable {
  struct Machine: Sendable {
    /// The name for `ip netns exec`.
    let name: String
    /// Our address on the link.
    let gateway: String
  }

  let machines: [Machine]

  init() async throws {
    let number = UInt16.random(in: 0...0xFFFF)
    let tag = String(number, radix: 16)
    // Two networks of TEST-NET-like size in the space for carrier-grade translation (RFC 6598).
    machines = (0..<2).map { index in
      Machine(
        name: "authrun\(tag)\(index)",
        gateway: "100.\(64 + Int(number >> 10)).\(Int(number & 0xFF)).\(1 + 4 * index)"
      )
    }
    for (index, machine) in machines.enumerated() {
      let inside = machine.gateway.replacing(/\d+$/) { "\((Int($0.0) ?? 1) + 1)" }
      try await Self.ip("netns add \(machine.name)")
      try await Self.ip("link add ar\(tag)\(index) type veth peer name eth0 netns \(machine.name)")
      try await Self.ip("addr add \(machine.gateway)/30 dev ar\(tag)\(index)")
      try await Self.ip("link set ar\(tag)\(index) up")
      try await Self.ip("-n \(machine.name) addr add \(inside)/30 dev eth0")
      try await Self.ip("-n \(machine.name) link set eth0 up")
      try await Self.ip("-n \(machine.name) link set lo up")
    }
  }

  /// Removes the namespaces, and the links with them.
  func remove() async {
    for machine in machines {
      try? await Self.ip("netns del \(machine.name)")
    }
  }

  /// Whether they can be made here.
  static let work: Bool = {
    guard getuid() == 0 else { return false }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c", "PATH=/usr/sbin:/sbin:$PATH; ip netns add authrun-probe && ip netns del authrun-probe",
    ]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  private static func ip(_ words: String) async throws {
    let result = try await Command(
      "/usr/bin/env",
      ["ip"] + words.split(separator: " ").map(String.init),
      environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
    ).run()
    guard result.status == 0 else {
      throw CommandError.endedEarly(waitingFor: "ip \(words)", result)
    }
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips the test, saying so, where network namespaces cannot be made.
  static var requiresNamespaces: Self {
    .enabled(
      if: Namespaces.work,
      "network namespaces cannot be made here (root, iproute2 and the kernel's leave are needed)"
    )
  }
}
