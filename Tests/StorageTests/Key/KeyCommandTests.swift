import Foundation
import Standards
import TestSupport
import Testing

@testable import Storage

@Suite
struct KeyCommandTests {
  @Test(arguments: [
    ("pass show authrun/vault", ["pass", "show", "authrun/vault"]),
    ("  a\t b\n", ["a", "b"]),
    ("sh -c 'cat \"$HOME/k\" | head -1'", ["sh", "-c", "cat \"$HOME/k\" | head -1"]),
    (#"a "b c" 'd e' f\ g"#, ["a", "b c", "d e", "f g"]),
    (#"a "q\"q" 'b\n'"#, ["a", #"q"q"#, #"b\n"#]),
    (#"a '' """#, ["a", "", ""]),
    ("a $HOME ~ * `b` ; c", ["a", "$HOME", "~", "*", "`b`", ";", "c"]),
  ])
  func `words are split as in a shell, and nothing is expanded`(text: String, words: [String]) {
    #expect(CommandLineWords.split(text) == words)
  }

  @Test(arguments: ["", " ", "a 'b", #"a "b"#, #"a \"#])
  func `what has no end is no command`(text: String) {
    #expect(CommandLineWords.split(text) == nil)
  }

  @Test(arguments: [
    ("false", "failed (1)"), ("sh -c 'kill -9 $$'", "failed (137)"),
    ("/no/such/program", "cannot be run"),
    ("sh -c 'exec yes'", "failed (128)"),
  ])
  func `a command that fails is told with its reason`(command: String, reason: String) throws {
    let error = try #require(vaultError { _ = try KeyCommand.key(from: command) })
    #expect(error.kind == .keyUnavailable)
    #expect(error.message.contains(reason), "\(error)")
    #expect(error.message.contains(command))
  }

  @Test
  func `a command that does not end is ended`() throws {
    for command in ["sleep 600", "sh -c 'exec >&-; exec sleep 600'"] {
      let error = vaultError { _ = try KeyCommand.key(from: command, patience: 0.2) }
      #expect(error?.kind == .keyUnavailable)
      #expect(error?.message.contains("did not end") == true)
    }
  }

  @Test
  func `a command gets an empty input and none of our variables`() throws {
    setenv("AUTHRUN_TEST_SECRET", "s", 1)
    defer { unsetenv("AUTHRUN_TEST_SECRET") }
    let key = KeyFixture.keys[0]
    _ = try KeyCommand.key(
      from: "sh -c 'cat; env | grep AUTHRUN_ >&2 && exit 3; echo \(key)'"
    )
  }

  @Test
  func `what a command prints is not repeated when it is no key`() throws {
    let error = try #require(
      vaultError { _ = try KeyCommand.key(from: "sh -c 'printf s3cr%s 3t'") }
    )
    #expect(error.kind == .wrongKey)
    #expect(!"\(error) \(error.hint ?? "")".contains("s3cr3t"))
  }
}
