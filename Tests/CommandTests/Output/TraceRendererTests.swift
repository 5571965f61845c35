import Login
import Standards
import Testing

@testable import authrun_core

@Suite
struct TraceRendererTests {
  private let renderer = TraceRenderer(style: .plain)

  private static let events: [TraceEvent] = [
    .note(step: "authorize", "listening on http://127.0.0.1:8888/callback"),
    .derived(
      step: "authorize",
      name: "code_challenge",
      formula: "BASE64URL(SHA256(code_verifier))",
      value: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    ),
    .derived(
      step: "request_token",
      name: "base_string",
      formula: "percent(method) & percent(base_uri) & percent(sorted_parameters)",
      value: "POST&https%3A%2F%2Fapi.twitter.com%2Foauth%2Frequest_token&oauth_callback%3Doob"
        + "%26oauth_consumer_key%3Dkey%26oauth_nonce%3Dn"
    ),
    .request(
      step: "token",
      TraceMessage(
        line: "POST https://accounts.spotify.com/api/token",
        headers: [
          HTTPField("Authorization", "Basic <hidden:ab12cd>"),
          HTTPField("Content-Type", "application/x-www-form-urlencoded"),
        ],
        fields: [
          HTTPField("grant_type", "authorization_code"), HTTPField("code", "<code:0011aa>"),
        ]
      )
    ),
    .response(
      step: "token",
      status: 200,
      TraceMessage(
        headers: [HTTPField("Content-Type", "application/json")],
        body: "{\n  \"access_token\": \"<access_token:998877>\"\n}"
      )
    ),
  ]

  @Test
  func `a flow is shown step by step`() throws {
    var step: String?
    var lines: [String] = []
    for event in Self.events {
      lines += renderer.lines(event, after: step)
      step = event.step
    }
    try expectSnapshot("trace.txt", lines.joined(separator: "\n") + "\n")
  }

  @Test
  func `a step's title stands only where the step changes`() {
    let event = TraceEvent.note(step: "token", "x")
    #expect(renderer.lines(event, after: "token") == ["· x"])
    #expect(renderer.lines(event, after: nil).count == 2)
  }

  @Test
  func `a body cannot command the terminal`() {
    let message = TraceMessage(
      line: "GET https://a/\u{1B}[2J",
      headers: [HTTPField("X", "\u{1B}[2J")],
      fields: [HTTPField("f", "\u{1B}[2J")],
      body: "\u{1B}[2J"
    )
    let lines = renderer.lines(.request(step: "s\u{1B}", message), after: nil)
    #expect(!lines.joined().contains("\u{1B}"))
  }
}
