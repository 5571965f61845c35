import Foundation
import TestSupport
import Testing

/// A client that proves itself with its certificate, to a server that takes no connection without one (RFC 8705).
@Suite(.endToEnd)
struct MutualTLSTests {
  private struct Opened: Decodable {
    struct Client: Decodable {
      let certificate: String
      let key: String
    }

    let port: Int
    let ca: String
    let own: Client
    let other: Client
    let unknown: Client
  }

  private struct Seen: Decodable {
    let path: String
    let subject: String
    let body: String
    let authorization: String
    let refused: String
  }

  private static let bank = """
    return provider {
      api = 1, id = "bank", name = "Bank", kind = "client_credentials",
      oauth2 = { token = "https://mtls.example/token", client_auth = "tls" },
      request = { base = "https://mtls.example/v1" },
    }
    """

  private let server: PythonPeer
  private let opened: Opened
  private let home: TemporaryHome

  init() async throws {
    server = try await PythonPeer("EndToEndTests/Peers/mtls.py")
    opened = try await server.ask("open")
    home = try TemporaryHome()
    try home.write(Self.bank, to: "config/authrun/providers/bank.lua")
  }

  private func authrun(_ arguments: String...) async throws -> CommandResult {
    var environment = home.environment
    environment["AUTHRUN_CACERT"] = opened.ca
    environment["AUTHRUN_CONNECT_TO"] = "mtls.example:443:127.0.0.1:\(opened.port)"
    return try await Command(
      try PackageLayout.product("authrun"),
      arguments,
      environment: environment
    ).run()
  }

  private func logIn(_ client: Opened.Client) async throws -> CommandResult {
    try await authrun(
      "bank",
      "--json",
      "--option",
      "client_id=client-1",
      "--option",
      "tls_certificate=file:\(client.certificate)",
      "--option",
      "tls_key=file:\(client.key)"
    )
  }

  private func seen() async throws -> [Seen] { try await server.ask("seen") }

  @Test
  func `the certificate is shown at the token endpoint and at the API, and nothing else is sent`()
    async throws
  {
    let login = try await logIn(opened.own)
    #expect(login.status == 0, "\(login)")
    let call = try await authrun("request", "bank", "/me")
    #expect(call.status == 0 && call.output.contains("client-1"), "\(call)")
    let renewed = try await authrun("token", "bank", "--force-refresh")
    #expect(renewed.status == 0, "\(renewed)")
    let seen = try await seen()
    #expect(seen.map(\.path) == ["/token", "/v1/me", "/token"])
    #expect(seen.allSatisfy { $0.subject == "client-1" && $0.refused.isEmpty })
    #expect(seen[0].body.contains("client_id=client-1"))
    #expect(!seen[0].body.contains("secret") && seen[0].authorization.isEmpty)
    // The key is in no output and no file but its own.
    let key = try String(contentsOfFile: opened.own.key, encoding: .utf8).split(separator: "\n")[1]
    for text in [login.said, call.said, renewed.said] { #expect(!text.contains(key)) }
    #expect(home.files().values.allSatisfy { !$0.contains(Array(key.utf8)) })
  }

  @Test
  func `another client's certificate proves nothing, and a stranger's opens no connection`()
    async throws
  {
    let other = try await logIn(opened.other)
    #expect(other.status == 77, "\(other)")
    #expect(try Printed(other).object("error").text("code") == "invalid_client")
    let unknown = try await logIn(opened.unknown)
    #expect(unknown.status == 69, "\(unknown)")
    #expect(try Printed(unknown).object("error").text("code") == "network")
    #expect(try await seen().filter { $0.refused.isEmpty }.map(\.subject) == ["client-2"])
    #expect(try await authrun("token", "bank").status == 67)
  }

  @Test
  func `a certificate without its key is refused before anything is sent`() async throws {
    let login = try await authrun(
      "bank",
      "--json",
      "--option",
      "client_id=client-1",
      "--option",
      "tls_certificate=file:\(opened.own.certificate)"
    )
    #expect(login.status == 65, "\(login)")
    #expect(try await seen().isEmpty)
  }
}
