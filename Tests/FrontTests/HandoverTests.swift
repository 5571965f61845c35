import Foundation
import TestSupport
import Testing

@Suite
struct HandoverTests {
  @Test(arguments: ["bin/authrun-core", "libexec/authrun/authrun-core"])
  func `the whole program is found beside the front or in libexec`(place: String) async throws {
    let fixture = try await FrontFixture(at: place)
    let result = try await fixture.front(
      ["login", "a b", "", "--x=ü\n"],
      environment: ["MARK": "environment kept"]
    )
    #expect(result.status == 42)
    #expect(result.output == "core [login] [a b] [] [--x=ü\n] environment kept\n")
  }

  @Test
  func `it is found through a symbolic link to the front, and from any directory`() async throws {
    let fixture = try await FrontFixture()
    try fixture.home.makeDirectory("links")
    let link = fixture.home.file("links/authrun")
    try FileManager.default.createSymbolicLink(
      atPath: link,
      withDestinationPath: fixture.home.file("bin/authrun")
    )
    var command = Command(link, ["version"], environment: fixture.home.environment)
    command.directory = "/"
    #expect(try await command.run().status == 42)
  }

  @Test
  func `bytes that are no text arrive unchanged`() async throws {
    let fixture = try await FrontFixture()
    let line = "exec '\(fixture.home.file("bin/authrun"))' token \"$(printf 'a\\377b')\" | od -c"
    let result = try await Command(
      "/bin/sh",
      ["-c", line],
      environment: fixture.home.environment
    ).run()
    #expect(result.output.contains("377"))
  }

  @Test
  func `standard input stays unread for the whole program`() async throws {
    let fixture = try await FrontFixture(core: false)
    try await fixture.program("#!/bin/sh\nexec cat\n", at: "bin/authrun-core")
    var command = Command(
      fixture.home.file("bin/authrun"),
      ["jwt", "decode", "-"],
      environment: fixture.home.environment
    )
    command.input = .text("all of it")
    #expect(try await command.run().output == "all of it")
  }

  @Test
  func `without the whole program the error says what is missing and where`() async throws {
    let fixture = try await FrontFixture(core: false)
    let result = try await fixture.front(["providers"])
    #expect(result.status == 70)
    #expect(result.output == "")
    #expect(result.errors.contains("authrun-core"))
    #expect(result.errors.contains(fixture.home.file("bin")))
    #expect(result.errors.contains("libexec"))
  }

  @Test
  func `with --json the error is an object`() async throws {
    let fixture = try await FrontFixture(core: false)
    let result = try await fixture.front(["providers", "--json"])
    let object = try #require(
      JSONSerialization.jsonObject(with: Data(result.errors.utf8)) as? [String: [String: Any]]
    )
    #expect(object["error"]?["code"] as? String == "internal")
  }

  @Test
  func `a whole program that cannot be started is not passed over`() async throws {
    let fixture = try await FrontFixture(at: "libexec/authrun/authrun-core")
    try fixture.home.write("", to: "bin/authrun-core", mode: 0o600)
    let result = try await fixture.front(["providers"])
    #expect(result.status == 70)
    #expect(result.errors.contains("cannot start"))
  }
}
