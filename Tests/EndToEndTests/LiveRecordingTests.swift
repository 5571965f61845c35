import Foundation
import TestSupport
import Testing

/// Cases from a login at a server that is really there, with nothing secret of it in the file.
@Suite(.endToEnd)
struct LiveRecordingTests {
  private static let widget = """
    return provider {
      api = 1, id = "widget", name = "Widget", kind = "oauth2",
      oauth2 = {
        authorize = "https://accounts.spotify.com/authorize",
        token = "https://accounts.spotify.com/api/token",
        client_auth = "basic", scopes = { "user-read-email" },
      },
      request = { base = "https://api.spotify.com/v1" },
      identity = { get = "/me", id = "/id", name = "/display_name", email = "/email" },
    }
    """

  @Test
  func `a live login becomes cases that pass without network and hold no secret`() async throws {
    let rig = try await Rig()
    let file = try rig.home.write(Self.widget, to: "work/widget.lua")
    let python = try PythonPeer.interpreter()
    let driver = PackageLayout.tests("EndToEndTests/Peers/browse.py")
    let browser = try rig.browser(
      "exec '\(python)' '\(driver)' --port \(rig.port) --ca '\(rig.authority)' \"$1\" >/dev/null"
    )
    let variables = [
      "AUTHRUN_WIDGET_CLIENT_ID": Rig.clientID, "AUTHRUN_WIDGET_CLIENT_SECRET": Rig.clientSecret,
    ]
    let recorded = try await rig.command(
      ["test", file, "--record", "--live", "--json", "--browser", browser],
      variables: variables
    ).run()
    #expect(recorded.status == 0, "\(recorded)")
    // It was live: the server saw a code, a refresh, and the question who this is.
    let requests = try await rig.requests()
    let tokens = requests.filter { $0.path == "/api/token" && $0.status == 200 }
    #expect(
      tokens.map { parameter("grant_type", of: "https://x/?" + $0.body) } == [
        "authorization_code", "refresh_token",
      ]
    )
    #expect(requests.contains { $0.path == "/v1/me" && $0.status == 200 })

    let cases = try String(
      contentsOfFile: rig.home.file("work/widget.cases.json"),
      encoding: .utf8
    )
    #expect(cases.contains("\"login\"") && cases.contains("\"refresh\""))
    var secrets: Set = [
      Rig.clientSecret, Rig.clientID, "smedjan", "Tést Üser", "tester@example.com",
    ]
    for request in requests {
      for name in ["code", "code_verifier", "refresh_token", "state"] {
        for text in [request.body, request.query] {
          if let value = parameter(name, of: "https://x/?" + text) { secrets.insert(value) }
        }
      }
      let header = request.headers["authorization"] ?? ""
      if let space = header.firstIndex(of: " ") {
        secrets.insert(String(header[space...].dropFirst()))
      }
    }
    // Client, person, two codes' worth of values, two access tokens, the refresh token.
    #expect(secrets.count >= 10)
    for secret in secrets {
      #expect(!cases.contains(secret), "\(secret)")
      #expect(!recorded.said.contains(secret), "\(secret)")
    }
    // Nothing of it is kept as an account of the user's.
    let accounts = try await rig.authrun("accounts", "--json", variables: variables)
    #expect(!accounts.output.contains("widget"), "\(accounts)")

    var offline = try rig.command(["test", file], at: try await rig.closedPort())
    offline.environment["AUTHRUN_CACERT"] = nil
    let tested = try await offline.run()
    #expect(tested.status == 0 && tested.output.contains("✓ refresh"), "\(tested)")
  }
}
