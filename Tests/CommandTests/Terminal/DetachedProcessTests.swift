import Foundation
import TestSupport
import Testing

@testable import authrun_core

@Suite
struct DetachedProcessTests {
  @Test
  func `a program that fails at once or does not exist was not started`() async {
    #expect(await !DetachedProcess.start(["/bin/false"], patience: 30))
    #expect(await !DetachedProcess.start(["no-such-program-anywhere"]))
    #expect(await DetachedProcess.start(["/bin/true"], patience: 30))
  }

  @Test
  func `a program that goes on running counts as started`() async {
    #expect(await DetachedProcess.start(["/bin/sleep", "5"], patience: 0.05))
  }

  @Test
  func `the program has no standard stream, file or session of ours`() async throws {
    let home = try TemporaryHome()
    // The links are read in a subshell, since the shell itself opens the report for the command.
    let script = """
      (readlink /proc/$$/fd/0 /proc/$$/fd/1 /proc/$$/fd/2; :) > "$1"
      (ls /proc/$$/fd; :) > "$1.open"
      grep -cv '^[012]$' "$1.open" >> "$1"
      cut -d ' ' -f 1,6 /proc/$$/stat >> "$1"
      """
    let report = home.file("report")
    #expect(await DetachedProcess.start(["/bin/sh", "-c", script, "sh", report], patience: 30))
    let lines = try String(contentsOfFile: report, encoding: .utf8).split(separator: "\n")
    try #require(lines.count == 5)
    #expect(lines.prefix(4) == ["/dev/null", "/dev/null", "/dev/null", "0"])
    let numbers = lines[4].split(separator: " ")
    #expect(numbers.first == numbers.last, "it leads a session of its own")
  }
}
