import Foundation
package import Testing

/// A small file system of a test's own, unmounted with its owner.
package final class TemporaryDisk: Sendable {
  /// Where it is mounted.
  package let path: String

  /// Mounts a file system of `kilobytes` at a directory that is there.
  package init(_ path: String, kilobytes: Int) async throws {
    self.path = path
    try await Self.run("mount -t tmpfs -o size=\(kilobytes)k,mode=0700 none '\(path)'")
  }

  deinit {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "umount -l '\(path)'"]
    try? process.run()
    process.waitUntilExit()
  }

  /// Lets nothing more be written.
  package func makeReadOnly() async throws {
    try await Self.run("mount -o remount,ro '\(path)'")
  }

  /// Writes until nothing more fits.
  package func fill() async throws {
    try await Self.run("cat /dev/zero > '\(path)/junk' 2>/dev/null; sync; true")
  }

  /// Takes back what filled it.
  package func free() throws {
    try FileManager.default.removeItem(atPath: path + "/junk")
  }

  private static func run(_ script: String) async throws {
    let result = try await Command(
      "/bin/sh",
      ["-c", script],
      environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
    ).run()
    guard result.status == 0 else {
      throw CommandError.endedEarly(waitingFor: script, result)
    }
  }

  /// Whether file systems can be mounted here.
  package static let canMount: Bool = {
    guard getuid() == 0 else { return false }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [
      "-c",
      "d=$(mktemp -d) && mount -t tmpfs none $d 2>/dev/null && umount $d; s=$?; rmdir $d; exit $s",
    ]
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()
}

extension Trait where Self == ConditionTrait {
  /// Skips the test, saying so, where file systems cannot be mounted.
  package static var requiresMounting: Self {
    .enabled(if: TemporaryDisk.canMount, "file systems cannot be mounted here (root is needed)")
  }
}
