import Foundation
import TestSupport
import Testing

/// Runs a probe again and again, killed at its first, second, third … use of a system call.
enum Killing {
  /// After each death `check` looks at what is left; ends with the run that ends by itself.
  static func everywhere(
    _ words: [String],
    at call: String,
    from start: Probe,
    _ check: (Probe) async throws -> Void
  ) async throws {
    for number in 1...200 {
      let probe = try Probe(copying: start)
      let plain = try probe.command(words)
      var traced = Command(
        Tracing.program,
        [
          "-f", "-o", "/dev/null", "-e", "trace=\(call)",
          "-e", "inject=\(call):signal=SIGKILL:when=\(number)", plain.executable,
        ] + plain.arguments,
        environment: plain.environment
      )
      traced.directory = plain.directory
      let result = try await traced.run()
      if result.status == 0 {
        // Every scenario opens and writes files; a tracer that kills nothing would prove nothing.
        #expect(number > 1 || !["openat", "pwrite64"].contains(call), "no \(call) was met")
        return
      }
      // strace ends as its tracee did.
      #expect(result.ending == .signalled(SIGKILL), "\(result)")
      try await check(probe)
    }
    Issue.record("\(words) uses \(call) without end")
  }
}
