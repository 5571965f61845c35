import Foundation
import TestSupport
import Testing

/// Redirects are followed only when asked for, and the token stays with its origin.
@Suite(.endToEnd)
struct RedirectTests {
  private static let form = "https://api.twitter.com/1.1/account/verify_credentials.json"

  private func redirect(_ rig: Rig, _ path: String, to target: String, times: Int = 1) async throws
  {
    var answer = Fault(.reply, at: path)
    answer.status = 302
    answer.headers = ["Location": target]
    answer.body = "{}"
    answer.times = times
    try await rig.inject(answer)
  }

  @Test
  func `without --location a redirect is the answer`() async throws {
    let rig = try await Rig()
    try await rig.logIn("spotify")
    try await rig.clear()
    try await redirect(rig, "/v1/old", to: "/v1/me")
    let result = try await rig.authrun("request", "spotify", "/old", "-i")
    #expect(result.output.hasPrefix("HTTP 302"), "\(result)")
    #expect(try await rig.requests("/v1/me").isEmpty)
  }

  @Test
  func `on the same origin the token is sent again`() async throws {
    let rig = try await Rig()
    try await rig.logIn("spotify")
    try await redirect(rig, "/v1/old", to: "/v1/me")
    let result = try await rig.authrun("request", "spotify", "/old", "--location")
    #expect(result.status == 0, "\(result)")
    #expect(try Printed(result).text("id") == "smedjan")
  }

  @Test
  func `on the same origin an OAuth 1 request is signed anew`() async throws {
    let rig = try await Rig()
    try await rig.logIn("twitter")
    try await redirect(rig, "/1.1/old.json", to: Self.form)
    let result = try await rig.authrun("request", "twitter", "/old.json", "-L")
    #expect(result.status == 0, "the server verifies the signature: \(result)")
    let signed = try await rig.requests().filter { $0.path.hasPrefix("/1.1/") }
    #expect(Set(signed.compactMap { $0.headers["authorization"] }).count == 2)
  }

  @Test
  func `another origin of the provider gets no token, then or later`() async throws {
    let rig = try await Rig()
    try await rig.logIn("spotify")
    try await rig.clear()
    try await redirect(rig, "/v1/old", to: "https://accounts.spotify.com/far")
    try await redirect(rig, "/far", to: "https://api.spotify.com/v1/me")
    let result = try await rig.authrun("request", "spotify", "/old", "-L")
    #expect(result.status == 77, "no token came back with the second redirect: \(result)")
    #expect(try await rig.requests("/v1/old").count == 1, "no refresh, since no token was refused")
    #expect(try await rig.requests("/api/token").isEmpty)
    for path in ["/far", "/v1/me"] {
      let arrived = try await rig.requests(path)
      #expect(!arrived.isEmpty)
      #expect(arrived.allSatisfy { $0.headers["authorization"] == nil })
    }
  }

  @Test
  func `a host that the descriptor does not name is not visited at all`() async throws {
    let rig = try await Rig()
    try await rig.logIn("spotify")
    try await redirect(rig, "/v1/old", to: "https://api.acme.example/steal")
    let result = try await rig.authrun("request", "spotify", "/old", "-L", "--json")
    #expect(try Printed(result).object("error").text("code") == "host_not_allowed")
    #expect(try await rig.requests("/steal").isEmpty)
  }

  @Test
  func `a loop ends`() async throws {
    let rig = try await Rig()
    try await rig.logIn("spotify")
    try await redirect(rig, "/v1/loop", to: "/v1/loop", times: -1)
    let result = try await rig.authrun("request", "spotify", "/loop", "-L")
    #expect(result.status == 76, "\(result)")
  }
}
