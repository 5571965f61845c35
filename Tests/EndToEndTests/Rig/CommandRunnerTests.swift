import Foundation
import TestSupport
import Testing

@Suite(.endToEnd)
struct CommandRunnerTests {
  private func shell(_ script: String) -> Command {
    Command("/bin/sh", ["-c", script])
  }

  @Test
  func `output and errors are kept apart and the status is reported`() async throws {
    let result = try await shell("echo out; echo err >&2; exit 7").run()
    #expect(result.status == 7)
    #expect(result.output == "out\n")
    #expect(result.errors == "err\n")
    #expect(!result.outputLeaked)
  }

  @Test
  func `a program past its deadline is killed with its children`() async throws {
    var command = shell("sleep 100 & sleep 100")
    command.deadline = 0.2
    let result = try await command.run()
    #expect(result.ending == .signalled(9))
    #expect(result.timedOut)
    #expect(!result.outputLeaked)
    #expect(result.seconds < 30)
  }

  @Test
  func `lines can be awaited and answered`() async throws {
    var command = shell("printf 'PIN: ' >&2; read pin; echo \"got $pin\"")
    command.input = .interactive
    let running = try command.start()
    #expect(try await running.errorLine(containing: "PIN") == "PIN: ")
    running.send(line: "1234")
    #expect(try await running.result().output == "got 1234\n")
  }

  @Test
  func `a line that never comes ends the wait with the program`() async throws {
    await #expect(throws: CommandError.self) {
      _ = try await self.shell("echo other >&2").start().errorLine(containing: "this")
    }
  }

  @Test
  func `a terminal is the program's controlling terminal`() async throws {
    var command = shell("test -t 0 && read line </dev/tty && echo \"$line\"")
    command.input = .terminal
    let running = try command.start()
    running.send(line: "typed")
    #expect(try await running.result().output == "typed\n")
  }

  @Test
  func `an interrupt reaches the program`() async throws {
    let running = try shell("trap 'exit 130' INT; echo ready >&2; while :; do sleep 0.05; done")
      .start()
    _ = try await running.errorLine(containing: "ready")
    running.signal(2)
    #expect(try await running.result().status == 130)
  }

  @Test
  func `what outlives the program and holds its output is told`() async throws {
    let result = try await shell("sleep 6 & exit 0").run()
    #expect(result.status == 0)
    #expect(result.outputLeaked)
  }

  @Test
  func `no open file of ours is passed on`() async throws {
    let open = Pipe()
    let ends = [open.fileHandleForReading, open.fileHandleForWriting].map(\.fileDescriptor)
    for end in ends {
      #expect(fcntl(end, F_SETFD, 0) == 0)
    }
    let result = try await Command("/bin/ls", ["/proc/self/fd"]).run()
    // The fourth is the folder that is being listed.
    #expect(result.output == "0\n1\n2\n3\n")
  }

  @Test
  func `nothing of our environment is passed on`() async throws {
    let result = try await Command("/usr/bin/env", environment: ["A": "b"]).run()
    #expect(result.output == "A=b\n")
  }
}
