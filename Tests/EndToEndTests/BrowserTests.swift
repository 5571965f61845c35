import Foundation
import TestSupport
import Testing

/// From the printed URL to the page that a person sees at the end.
@Suite(.endToEnd)
struct BrowserTests {
  private struct Seen: Decodable {
    let url: String?
    let title: String?
    let text: String?
    let error: String?
  }

  @Test(arguments: ["spotify", "twitter"])
  func `headless Chromium clicks through the consent page to the callback`(
    provider: String
  )
    async throws
  {
    let rig = try await Rig()
    let browser = try chromium(rig)
    var command = try rig.command(
      ["login", provider, "--json", "--browser", browser] + Rig.freePort(provider)
    )
    command.deadline = 150
    let result = try await command.run()
    #expect(result.status == 0, "\(result)")

    let seen = try await seen(rig)
    #expect(seen.error == nil)
    #expect(seen.url?.hasPrefix("http://127.0.0.1:") == true)
    #expect(seen.text?.isEmpty == false)
  }

  @Test
  func `an answer in the fragment is handed over by the page itself`() async throws {
    let rig = try await Rig()
    try rig.home.write(
      """
      return provider {
        api = 1, id = "widget", name = "Widget", kind = "oauth2",
        oauth2 = {
          authorize = "https://accounts.spotify.com/authorize",
          token = "https://accounts.spotify.com/api/token",
          client_auth = "basic", scopes = { "user-read-email" }, response_mode = "fragment",
        },
        request = { base = "https://api.spotify.com/v1" },
      }
      """,
      to: "config/authrun/providers/widget.lua"
    )
    var command = try rig.command(
      ["widget", "--json", "--browser", try chromium(rig)],
      variables: [
        "AUTHRUN_WIDGET_CLIENT_ID": Rig.clientID, "AUTHRUN_WIDGET_CLIENT_SECRET": Rig.clientSecret,
      ]
    )
    command.deadline = 150
    let result = try await command.run()
    #expect(result.status == 0, "\(result)")
    let seen = try await seen(rig)
    #expect(seen.error == nil)
    // Neither the address bar nor the browser's history keeps the code.
    #expect(
      seen.url?.hasPrefix("http://127.0.0.1:") == true && seen.url?.hasSuffix("/callback") == true
    )
    #expect(seen.text?.isEmpty == false)
    let asked = try #require(try await rig.requests("/authorize").first)
    #expect(asked.query.contains("response_mode=fragment"))
  }

  /// A browser command that opens the address in headless Chromium and presses Allow.
  private func chromium(_ rig: Rig) throws -> String {
    let hosts = Rig.hosts.map { "--host \($0)" }.joined(separator: " ")
    let python = try PythonPeer.interpreter()
    let driver = PackageLayout.tests("EndToEndTests/Peers/chromium.py")
    return try rig.browser(
      """
      exec '\(python)' '\(driver)' --port \(rig.port) --pin '\(rig.pin)' \(hosts) \
      --result '\(rig.home.file("seen.json"))' "$1" >'\(rig.home.file("browser.log"))' 2>&1
      """
    )
  }

  /// What was on the last page.
  private func seen(_ rig: Rig) async throws -> Seen {
    try await Eventually.value {
      try? JSONDecoder().decode(
        Seen.self,
        from: Data(contentsOf: URL(fileURLWithPath: rig.home.file("seen.json")))
      )
    }
  }

  @Test
  func `a browser command gets the URL and never our standard output`() async throws {
    let rig = try await Rig()
    let python = try PythonPeer.interpreter()
    let driver = PackageLayout.tests("EndToEndTests/Peers/browse.py")
    let browser = try rig.browser(
      """
      echo noise from the browser
      exec '\(python)' '\(driver)' --port \(rig.port) --ca '\(rig.authority)' "$1"
      """
    )
    let result = try await rig.authrun("login", "spotify", "--json", "--browser", browser)
    #expect(result.status == 0, "\(result)")
    #expect(!result.output.contains("noise"))
    #expect(try Printed(result).text("provider") == "spotify")
  }

  @Test
  func `BROWSER names the browser when the command line does not`() async throws {
    let rig = try await Rig()
    let python = try PythonPeer.interpreter()
    let driver = PackageLayout.tests("EndToEndTests/Peers/browse.py")
    let browser = try rig.browser(
      "exec '\(python)' '\(driver)' --port \(rig.port) --ca '\(rig.authority)' \"$1\" >/dev/null"
    )
    let result = try await rig.authrun("spotify", "--json", variables: ["BROWSER": browser])
    #expect(result.status == 0, "\(result)")
    #expect(result.errors.contains("https://accounts.spotify.com/authorize"), "always printed")
  }

  @Test
  func `the callback URL can be pasted while the listener waits`() async throws {
    let rig = try await Rig()
    let login = try await rig.beginLogin("spotify", input: .terminal)
    login.running.send(line: try await login.callback())
    let result = try await login.running.result()
    #expect(result.status == 0, "\(result)")
  }

  @Test
  func `a favicon or a stray path does not end the wait`() async throws {
    let rig = try await Rig()
    let login = try await rig.beginLogin("spotify")
    let callback = try await login.callback()
    let origin = try #require(callback.range(of: "/callback")).lowerBound
    for path in ["/favicon.ico", "/", "/other?code=1", "/callback/x"] {
      let answer = try await rig.fetch(callback[..<origin] + path)
      #expect(answer.status == 404 || answer.status == 204 || answer.status == 400, "\(path)")
    }
    let page = try await rig.fetch(callback)
    #expect(page.status == 200)
    #expect(try await login.running.result().status == 0)
  }

  @Test
  func `the page tells of a failure that came after the callback`() async throws {
    let rig = try await Rig()
    let good = try await rig.beginLogin("spotify")
    let goodPage = try #require(try await rig.visit(good.url).delivered)
    #expect(try await good.running.result().status == 0)

    let login = try await rig.beginLogin("spotify")
    var fault = Fault(.reply, at: "/api/token")
    fault.status = 400
    fault.body = #"{"error":"invalid_grant","error_description":"Authorization code expired"}"#
    try await rig.inject(fault)
    let page = try #require(try await rig.visit(login.url).delivered)
    #expect(page.body != goodPage.body)
    #expect(page.body.contains("Authorization code expired") || page.body.contains("invalid_grant"))
    #expect(try await login.running.result().status == 77)
  }
}
