import Foundation
import TestSupport
import Testing

/// Dropping a file into the providers folder adds a service; removing it takes the service away.
@Suite(.endToEnd)
struct ProviderDropInTests {
  private static let widget = """
    return provider {
      api = 1, id = "widget", name = "Widget", kind = "oauth2",
      oauth2 = {
        authorize   = "https://accounts.spotify.com/authorize",
        token       = "https://accounts.spotify.com/api/token",
        client_auth = "basic",
        scopes      = { "user-read-email" },
      },
      request  = { base = "https://api.spotify.com/v1" },
      identity = { get = "/me", id = "/id" },
    }
    """

  private static let keys = [
    "AUTHRUN_WIDGET_CLIENT_ID": Rig.clientID, "AUTHRUN_WIDGET_CLIENT_SECRET": Rig.clientSecret,
  ]

  @Test
  func `a dropped file makes its id a command, and its removal unmakes it`() async throws {
    let rig = try await Rig()
    let before = try await rig.authrun("widget", variables: Self.keys)
    #expect(before.status == 67, "\(before)")

    let file = try rig.home.write(Self.widget, to: "config/authrun/providers/widget.lua")
    let browser = try rig.browser("")
    var command = try rig.command(["widget", "--json", "--browser", browser], variables: Self.keys)
    command.deadline = 60
    let running = try command.start()
    let line = try await running.errorLine(containing: "https://accounts.spotify.com/authorize")
    let url = line.drop { $0 != "h" }.prefix { !$0.isWhitespace }
    let visit = try await rig.visit(String(url))
    #expect(visit.delivered?.status == 200)
    let result = try await running.result()
    #expect(result.status == 0, "\(result)")
    #expect(try Printed(result).text("provider") == "widget")
    let token = try await rig.authrun("token", "widget", variables: Self.keys)
    #expect(token.status == 0, "\(token)")

    try FileManager.default.removeItem(atPath: file)
    let after = try await rig.authrun("widget", "--json", variables: Self.keys)
    #expect(after.status == 67, "\(after)")
    #expect(try Printed(after).object("error").text("code") == "unknown_provider")
  }

  @Test
  func `the user's file is used before the shipped one of the same id`() async throws {
    let rig = try await Rig()
    let other = Self.widget.replacingOccurrences(of: "widget", with: "spotify")
      .replacingOccurrences(of: "\"Widget\"", with: "\"Mine\"")
    try rig.home.write(other, to: "config/authrun/providers/spotify.lua")
    let shown = try await rig.authrun("show", "spotify")
    #expect(shown.status == 0, "\(shown)")
    #expect(shown.output.contains("Mine"))
  }

  @Test
  func `the current directory is never searched`() async throws {
    let rig = try await Rig()
    try rig.home.write(Self.widget, to: "here/widget.lua")
    try rig.home.write(Self.widget, to: "here/providers/widget.lua")
    var command = try rig.command(["widget"], variables: Self.keys)
    command.directory = rig.home.file("here")
    #expect(try await command.run().status == 67)
  }

  @Test
  func `the listing names the dropped file with the others`() async throws {
    let rig = try await Rig()
    try rig.home.write(Self.widget, to: "config/authrun/providers/widget.lua")
    let result = try await rig.authrun("providers")
    #expect(result.status == 0, "\(result)")
    for id in ["acme", "spotify", "twitter", "widget"] {
      #expect(result.output.contains(id))
    }
  }
}
