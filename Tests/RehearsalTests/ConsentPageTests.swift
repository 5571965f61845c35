import HTTP
import Providers
import Rehearsal
import Standards
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ConsentPageTests {
  private static let authorize =
    "https://accounts.spotify.com/authorize?response_type=code&client_id=practice-client-id"
    + "&redirect_uri=http%3A%2F%2F127.0.0.1%3A43210%2Fcallback&state=%3Cscript%3E&scope=a%3Cb%3E"
    + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256"

  @Test(arguments: [("allow", "code"), ("deny", "error")])
  func `the user's decision is what the callback brings`(
    decision: String,
    parameter: String
  ) async throws {
    let (client, url) = try await interactive()
    let page = try await client.get(url.text)
    #expect(page.status == 200)
    #expect(page.text.contains("a&lt;b&gt;") && !page.text.contains("<script"))
    let form = [("consent", try ticket(page)), ("decision", decision)]
    let answer = try await client.post("\(url.origin)/authrun/consent", form)
    #expect(answer.status == 303)
    #expect(answer.location.first(parameter) != nil)
    #expect(answer.location.first("state") == "<script>")
    // The question is answered once.
    let again = try await client.post("\(url.origin)/authrun/consent", form)
    #expect(again.status == 400)
    _ = await client.finish()
  }

  @Test
  func `a page called by another name is refused`() async throws {
    let (client, url) = try await interactive()
    let other = url.text.replacing("127.0.0.1:", with: "localhost:")
    #expect(try await client.get(other).status == 421)
    _ = await client.finish()
  }

  @Test
  func `a ticket that nobody was given decides nothing`() async throws {
    let (client, url) = try await interactive()
    let form = [("consent", "invented"), ("decision", "allow")]
    #expect(try await client.post("\(url.origin)/authrun/consent", form).status == 400)
    _ = await client.finish()
  }

  @Test
  func `only the descriptor's own authorize URL has a page`() async throws {
    let (client, _) = try await interactive()
    let evil = try URI("https://evil.example/authorize")
    #expect(client.provider.browserURL(for: evil) == nil)
    let quiet = try await PracticeClient(PracticeClient.shipped("spotify"))
    let authorize = try URI(Self.authorize)
    #expect(quiet.provider.browserURL(for: authorize) == nil)
    _ = await quiet.finish()
    _ = await client.finish()
  }

  @Test
  func `the stand-in for the browser brings the answer to the callback`() async throws {
    let client = try await PracticeClient(PracticeClient.shipped("spotify"))
    let server = try LoopbackServer(bind: .ipv4) { request in
      HTTPResponse(status: 200, body: Array(request.path.utf8))
    }
    let url = Self.authorize.replacing("43210", with: "\(server.port)")
    let visit = try await client.provider.browser.visit(URI(url))
    guard case .delivered(let callback, let page) = visit else {
      Issue.record("\(visit)")
      return
    }
    #expect(callback.port == server.port)
    #expect(page.text == "/callback")
    await server.stop()
    _ = await client.finish()
  }

  private func interactive() async throws -> (PracticeClient, URI) {
    let client = try await PracticeClient(PracticeClient.shipped("spotify"), interactive: true)
    let authorize = try URI(Self.authorize)
    return (client, try #require(client.provider.browserURL(for: authorize)))
  }

  private func ticket(_ page: HTTPResponse) throws -> String {
    let start = try #require(page.text.firstRange(of: "name=\"consent\" value=\""))
    return String(page.text[start.upperBound...].prefix { $0 != "\"" })
  }
}
