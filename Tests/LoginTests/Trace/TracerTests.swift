import Crypto
import Login
import Standards
import Synchronization
import Testing

@Suite
struct TracerTests {
  /// Keeps what it is told.
  private final class Notes: TraceSink {
    private let events = Mutex<[TraceEvent]>([])

    func record(_ event: TraceEvent) {
      events.withLock { $0.append(event) }
    }

    /// All that the events hold; a field describes itself by its name alone.
    var text: String {
      events.withLock { $0 }.map { event in
        switch event {
        case .request(_, let message), .response(_, _, let message):
          let fields = (message.headers + message.fields).map { "\($0.name): \($0.value)" }
          return "\(event) \(fields)"
        case .derived, .note: return "\(event)"
        }
      }.joined(separator: "\n")
    }
  }

  private let notes = Notes()

  private var tracer: Tracer {
    Tracer(sink: notes, redactor: Redactor(hashing: OpenSSLHashing()))
  }

  @Test
  func `a token request shows its fields but no code, verifier or secret`() throws {
    let body = "grant_type=authorization_code&code=THE-CODE&code_verifier=THE-VERIFIER"
    tracer.sent(
      "token",
      HTTPRequest(
        method: "POST",
        url: try URI("https://as.example/token?state=THE-STATE&x=1"),
        headers: HTTPFields([
          HTTPField("Content-Type", "application/x-www-form-urlencoded"),
          HTTPField("Authorization", "Basic VEhFLVNFQ1JFVA=="),
        ]),
        body: Array(body.utf8)
      )
    )
    #expect(notes.text.contains("authorization_code"))
    #expect(notes.text.contains("Basic <"))
    #expect(notes.text.contains("x=1"))
    for secret in ["THE-CODE", "THE-VERIFIER", "THE-STATE", "VEhFLVNFQ1JFVA"] {
      #expect(!notes.text.contains(secret), "\(secret)")
    }
  }

  @Test
  func `an OAuth 1 header keeps its parameters and hides token and signature`() throws {
    let value =
      #"OAuth realm="photos", oauth_consumer_key="ck", oauth_token="THE-TOKEN", "#
      + #"oauth_signature="THE-SIGNATURE%3D""#
    tracer.sent(
      "request",
      HTTPRequest(
        method: "GET",
        url: try URI("https://api.example/1"),
        headers: HTTPFields([HTTPField("Authorization", value)])
      )
    )
    #expect(notes.text.contains("ck"))
    #expect(notes.text.contains("photos"))
    #expect(!notes.text.contains("THE-TOKEN"))
    #expect(!notes.text.contains("THE-SIGNATURE"))
  }

  @Test(arguments: [
    #"{"access_token":"THE-TOKEN","nested":{"refresh_token":"THE-REFRESH"},"scope":"a"}"#,
    "oauth_token=THE-TOKEN&oauth_token_secret=THE-REFRESH&screen_name=a",
  ])
  func `tokens in an answer are hidden, now and in later messages`(body: String) {
    let tracer = tracer
    tracer.received("token", HTTPResponse(status: 200, body: Array(body.utf8)))
    tracer.note("later", "the server said THE-TOKEN and THE-REFRESH")
    #expect(!notes.text.contains("THE-TOKEN"))
    #expect(!notes.text.contains("THE-REFRESH"))
    #expect(notes.text.contains("later"))
  }

  @Test
  func `what looks like a token is hidden under any name`() {
    let tracer = tracer
    let body = #"{"jwt":"abc123.def456.ghi789.jkl","url":"https://api.example/a/long/path1"}"#
    tracer.received("login", HTTPResponse(status: 200, body: Array(body.utf8)))
    tracer.note("login", "sent abc123.def456.ghi789.jkl")
    #expect(!notes.text.contains("def456"))
    #expect(notes.text.contains("https://api.example/a/long/path1"))
  }
}
