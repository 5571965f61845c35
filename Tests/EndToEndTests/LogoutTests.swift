import Foundation
import TestSupport
import Testing

/// Logging out gives the tokens back to a real authorization server before they are forgotten.
@Suite(.endToEnd)
struct LogoutTests {
  private static let widget = """
    return provider {
      api = 1, id = "widget", kind = "oauth2",
      oauth2 = {
        authorize = "https://accounts.spotify.com/authorize",
        token     = "https://accounts.spotify.com/api/token",
        revoke    = "https://accounts.spotify.com/api/revoke",
      },
      request = { base = "https://api.spotify.com/v1" },
    }
    """

  private static let keys = [
    "AUTHRUN_WIDGET_CLIENT_ID": Rig.clientID, "AUTHRUN_WIDGET_CLIENT_SECRET": Rig.clientSecret,
  ]

  private func loggedIn() async throws -> Rig {
    let rig = try await Rig()
    try rig.home.write(Self.widget, to: "config/authrun/providers/widget.lua")
    var command = try rig.command(
      ["widget", "--browser", try rig.browser("")],
      variables: Self.keys
    )
    command.deadline = 60
    let running = try command.start()
    let line = try await running.errorLine(containing: "https://accounts.spotify.com/authorize")
    _ = try await rig.visit(String(line.drop { $0 != "h" }.prefix { !$0.isWhitespace }))
    let result = try await running.result()
    try #require(result.status == 0, "\(result)")
    return rig
  }

  @Test
  func `the provider takes the tokens back and the account is gone`() async throws {
    let rig = try await loggedIn()
    let token = try await rig.token("widget")
    let out = try await rig.authrun("logout", "widget", "--json")
    #expect(out.status == 0, "\(out)")
    #expect(out.output.contains("\"revoked\":true"))
    #expect(try await rig.requests("/api/revoke").count == 1)
    #expect(!(out.output + out.errors).contains(token))
    #expect(try await rig.authrun("logout", "widget").status == 67)
  }

  @Test
  func `nothing is forgotten while the provider has not taken the tokens back`() async throws {
    let rig = try await loggedIn()
    var fault = Fault(.reply, at: "/api/revoke")
    fault.status = 503
    try await rig.inject(fault)
    let out = try await rig.authrun("logout", "widget", "--json")
    #expect(out.status == 69, "\(out)")
    #expect(out.said.contains("the provider has not taken the tokens back"), "\(out)")
    #expect(out.said.contains("nothing was forgotten"), "\(out)")
    #expect(try await rig.authrun("token", "widget").status == 0)
    let local = try await rig.authrun("logout", "widget", "--local", "--json")
    #expect(local.status == 0, "\(local)")
    #expect(local.output.contains("\"revoked\":false"))
  }

  @Test
  func `tokens that were taken back and could not be forgotten are told as such`() async throws {
    let rig = try await loggedIn()
    try await rig.inject(Fault(.hold, at: "/api/revoke"))
    let running = try rig.command(["logout", "widget"]).start()
    try await rig.awaitRequest("/api/revoke")
    // The vault is lost while the provider answers.
    try rig.home.write("not a vault", to: "data/authrun/vault.db")
    try await rig.release()
    let out = try await running.result()
    #expect(out.status == 73, "\(out)")
    #expect(out.errors.contains("the provider has taken the tokens back, but"), "\(out)")
    #expect(out.errors.contains("--local"), "\(out)")
  }

  @Test
  func `an error under status 200 is no success`() async throws {
    let rig = try await loggedIn()
    var fault = Fault(.reply, at: "/api/revoke")
    fault.status = 200
    fault.body = #"{"error": "unsupported_token_type"}"#
    try await rig.inject(fault)
    let out = try await rig.authrun("logout", "widget")
    #expect(out.status == 77, "\(out)")
    #expect(out.errors.contains("unsupported_token_type"))
    #expect(try await rig.authrun("token", "widget").status == 0)
  }
}
