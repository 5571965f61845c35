import Foundation
import TestSupport
import Testing

/// What does not belong to this login is rejected, and the wait goes on.
@Suite(.endToEnd)
struct CallbackTests {
  /// How a callback of the right login is bent; nil takes the parameter away.
  struct Forgery: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bend: @Sendable (String) -> String
  }

  static let forgeries = [
    Forgery(testDescription: "state missing") { replacing("state", of: $0, with: nil) },
    Forgery(testDescription: "state wrong") { replacing("state", of: $0, with: "wrong") },
    Forgery(testDescription: "state empty") { replacing("state", of: $0, with: "") },
    Forgery(testDescription: "state repeated, equal") {
      $0 + "&state=" + (parameter("state", of: $0) ?? "")
    },
    Forgery(testDescription: "state repeated, other") { $0 + "&state=other" },
    Forgery(testDescription: "code repeated") { $0 + "&code=other" },
    Forgery(testDescription: "code missing") { replacing("code", of: $0, with: nil) },
    Forgery(testDescription: "error without state") {
      $0.prefix { $0 != "?" } + "?error=access_denied"
    },
    Forgery(testDescription: "error with a wrong state") {
      $0.prefix { $0 != "?" } + "?error=access_denied&state=wrong"
    },
    Forgery(testDescription: "nothing at all") { String($0.prefix { $0 != "?" }) },
    Forgery(testDescription: "a broken escape") { $0 + "&x=%zz" },
  ]

  @Test(arguments: forgeries)
  func `spotify: rejected, and the right callback still ends it`(forgery: Forgery) async throws {
    let rig = try await Rig()
    let login = try await rig.beginLogin("spotify")
    let right = try await login.callback()
    let answer = try await rig.fetch(forgery.bend(right))
    // A callback address without any parameter may count as a stray request.
    #expect(answer.status == 400 || answer.status == 404, "\(answer)")
    #expect(try await rig.requests("/api/token").isEmpty, "nothing was exchanged")
    #expect(try await rig.fetch(right).status == 200)
    let result = try await login.running.result()
    #expect(result.status == 0, "\(result)")
  }

  static let twitterForgeries = [
    Forgery(testDescription: "another request token") {
      replacing("oauth_token", of: $0, with: "another")
    },
    Forgery(testDescription: "no request token") { replacing("oauth_token", of: $0, with: nil) },
    Forgery(testDescription: "token repeated") { $0 + "&oauth_token=another" },
    Forgery(testDescription: "verifier repeated") { $0 + "&oauth_verifier=another" },
    Forgery(testDescription: "verifier missing") {
      replacing("oauth_verifier", of: $0, with: nil)
    },
    Forgery(testDescription: "denied for another token") {
      $0.prefix { $0 != "?" } + "?denied=another"
    },
  ]

  @Test(arguments: twitterForgeries)
  func `twitter: rejected, and the right callback still ends it`(forgery: Forgery) async throws {
    let rig = try await Rig()
    let login = try await rig.beginLogin("twitter")
    let right = try await login.callback()
    let answer = try await rig.fetch(forgery.bend(right))
    #expect(answer.status == 400, "\(answer)")
    #expect(try await rig.requests("/oauth/access_token").isEmpty, "nothing was exchanged")
    #expect(try await rig.fetch(right).status == 200)
    let result = try await login.running.result()
    #expect(result.status == 0, "\(result)")
  }

  @Test
  func `a wait that nothing ends is ended by its timeout`() async throws {
    let rig = try await Rig()
    let login = try await rig.beginLogin("spotify", ["--timeout", "6"])
    let callback = try await login.callback()
    let forged = try await rig.fetch(replacing("state", of: callback, with: "wrong"))
    #expect(forged.status == 400)
    let result = try await login.running.result()
    #expect(result.status == 69, "\(result)")
    #expect(try Printed(result).object("error").text("code") == "timeout")
    #expect(result.seconds < 30)
  }

  @Test(arguments: ["spotify", "twitter"])
  func `Ctrl-C exits 130 and leaves no listener and no record`(provider: String) async throws {
    let rig = try await Rig()
    let login = try await rig.beginLogin(provider)
    let callback = try await login.callback()
    login.running.signalGroup(SIGINT)
    let result = try await login.running.result()
    #expect(result.status == 130, "\(result)")
    await #expect(throws: (any Error).self, "nobody listens any more") {
      _ = try await rig.fetch(callback)
    }
    let accounts = try await rig.authrun("accounts", "--json")
    #expect(accounts.status == 0, "\(accounts)")
    #expect(!accounts.output.contains(provider))
  }

  @Test
  func `Ctrl-C during the exchange keeps the old record`() async throws {
    let rig = try await Rig()
    try await rig.logIn("spotify")
    let old = try await rig.token("spotify")

    let login = try await rig.beginLogin("spotify")
    let callback = try await login.callback()
    // Forgets the first login's exchange, so that the second one's can be waited for.
    try await rig.clear()
    try await rig.inject(Fault(.hang, at: "/api/token"))
    async let page = try? rig.fetch(callback)
    try await rig.awaitRequest("/api/token")
    login.running.signalGroup(SIGINT)
    #expect(try await login.running.result().status == 130)
    _ = await page
    #expect(try await rig.token("spotify") == old)
  }

  @Test
  func `SIGTERM ends the wait as well`() async throws {
    let rig = try await Rig()
    let login = try await rig.beginLogin("spotify")
    let callback = try await login.callback()
    login.running.signal(SIGTERM)
    let result = try await login.running.result()
    #expect(result.ending != .exited(0), "\(result)")
    await #expect(throws: (any Error).self) {
      _ = try await rig.fetch(callback)
    }
  }
}
