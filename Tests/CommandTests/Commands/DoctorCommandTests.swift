import Foundation
import HTTP
import Providers
import Rehearsal
import Standards
import TestSupport
import Testing

@Suite
struct DoctorCommandTests {
  private static func lua(port: UInt16 = 8910, host: String = "shop.example") -> String {
    """
    return provider {
      api = 1, id = "shop", name = "Shop",
      oauth2 = { authorize = "https://\(host)/a", token = "https://\(host)/t" },
      capture = { { via = "loopback", redirect_uri = "http://127.0.0.1:\(port)/callback" } },
    }
    """
  }

  private static func checks(_ result: CommandResult) throws -> [String: String] {
    let value = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    let object = try #require(value as? [String: Any], "\(result)")
    let checks = try #require(object["checks"] as? [[String: Any]])
    return Dictionary(
      checks.map { ("\($0["name"] ?? "")", "\($0["status"] ?? "") \($0["message"] ?? "")") },
      uniquingKeysWith: { first, _ in first }
    )
  }

  @Test
  func `the surroundings are healthy in a new home`() async throws {
    let program = try BuiltProgram()
    let result = try await program.run("doctor")
    #expect(result.status == 0, "\(result)")
    #expect(result.output.contains("✓ authrun: 0.1.0\n"))
    #expect(result.output.contains("✓ vault: there is none yet"))
    #expect(result.output.contains("Lua: Lua 5.4."))
    #expect(result.output.contains("! browser: there is none to open\n    logins print"))
    let checks = try Self.checks(try await program.run("doctor", "--json"))
    #expect(Set(checks.keys).isSuperset(of: ["libcurl", "libcrypto", "SQLite", "providers"]))
  }

  @Test
  func `a damaged and a hidden descriptor are named`() async throws {
    let program = try BuiltProgram()
    try program.home.write("return 1", to: "config/authrun/providers/broken.lua")
    try program.home.write(Self.lua(), to: "config/authrun/providers/shop.lua")
    let other = try program.home.write(Self.lua(), to: "more/shop.lua")
    let result = try await program.run("doctor", "--providers", program.home.file("more"))
    #expect(result.status == 65, "\(result)")
    #expect(result.output.contains("✗ provider broken: broken.lua"))
    #expect(result.output.contains("! provider shop: \(other) is never read"))
  }

  @Test
  func `a vault that others can read is a problem of the vault`() async throws {
    let program = try BuiltProgram()
    try program.home.makeDirectory("data/authrun")
    try program.home.write("", to: "data/authrun/vault.db")
    chmod(program.home.file("data/authrun"), 0o777)
    let result = try await program.run("doctor")
    #expect(result.status == 73, "\(result)")
    #expect(result.output.contains("✗ vault: "))
  }

  @Test
  func `options, the port and an unreachable host of one provider`() async throws {
    let program = try BuiltProgram()
    let server = try LoopbackServer(bind: .ipv4) { _ in HTTPResponse(status: 404) }
    try program.home.write(
      Self.lua(port: server.port),
      to: "config/authrun/providers/shop.lua"
    )
    // Port 1 of this machine: nobody listens there.
    let result = try await program.run(
      "doctor",
      "shop",
      "--json",
      "--connect-to",
      "shop.example:443:127.0.0.1:1"
    )
    await server.stop()
    #expect(result.status == 69, "\(result)")
    let checks = try Self.checks(result)
    #expect(checks["option client_id"]?.hasPrefix("warning a login has to be given it") == true)
    #expect(checks["port \(server.port)"]?.hasPrefix("problem ") == true)
    #expect(checks["host shop.example"]?.hasPrefix("problem ") == true)
    let offline = try await program.run(
      "doctor",
      "shop",
      "--json",
      "--offline",
      "--connect-to",
      "shop.example:443:127.0.0.1:1"
    )
    #expect(offline.status == 0, "\(offline)")
    #expect(try Self.checks(offline)["host shop.example"] == nil)
  }

  @Test
  func `hosts that answer are healthy, and so is a clock that agrees with them`() async throws {
    let program = try BuiltProgram()
    let text = Self.lua()
    let path = try program.home.write(text, to: "config/authrun/providers/shop.lua")
    let descriptor = try DescriptorLoader.load(
      source: Array(text.utf8),
      path: path,
      isolation: .thread
    )
    let provider = try await PracticeProvider.start(descriptor)
    let ca = try program.home.write(provider.caPEM, to: "ca.pem")
    let to = provider.connectTo.flatMap { ["--connect-to", $0.description] }
    let result = try await program.run(["doctor", "shop", "--json", "--cacert", ca] + to)
    await provider.stop()
    #expect(result.status == 0, "\(result)")
    let checks = try Self.checks(result)
    #expect(checks["host shop.example"] == "ok answers")
    #expect(checks["clock"] == "ok agrees with shop.example")
  }

  @Test
  func `an unknown provider is a problem with a suggestion`() async throws {
    let result = try await BuiltProgram().run("doctor", "spotfy")
    #expect(result.status == 67)
    #expect(result.output.contains("did you mean: authrun doctor spotify"), "\(result)")
  }
}
