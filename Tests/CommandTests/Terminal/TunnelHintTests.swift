import Standards
import Testing

@testable import authrun_core

@Suite
struct TunnelHintTests {
  private func line(_ uri: String, _ environment: [String: String]) throws -> String? {
    TunnelHint.line(redirectURI: try URI(uri), environment: Environment(environment))
  }

  @Test
  func `an SSH session gets the exact command`() throws {
    let session = ["SSH_CONNECTION": "192.0.2.1 50000 192.0.2.9 22", "USER": "kim"]
    #expect(
      try line("http://127.0.0.1:8888/callback", session)
        == "ssh -L 8888:127.0.0.1:8888 -N kim@192.0.2.9"
    )
    #expect(
      try line("http://[::1]:8888/callback", session) == "ssh -L 8888:[::1]:8888 -N kim@192.0.2.9"
    )
  }

  @Test
  func `another SSH port is named`() throws {
    #expect(
      try line("http://localhost:1/", ["SSH_CONNECTION": "a 1 h 2222"])
        == "ssh -p 2222 -L 1:localhost:1 -N h"
    )
  }

  @Test
  func `without an SSH session, or where nothing listens here, there is no hint`() throws {
    #expect(try line("http://127.0.0.1:8888/callback", [:]) == nil)
    #expect(
      try line("https://app.example/callback", ["SSH_CONNECTION": "a 1 h 22"]) == nil
    )
  }
}
