import HTTP
import Standards
import Synchronization
import Testing

@testable import Login

@Suite
struct LoginReplayerTests {
  /// Answers every request with its own URL, and counts.
  private final class Echo: HTTPTransport {
    private let count = Mutex(0)
    var sent: Int { count.withLock { $0 } }

    func send(
      _ request: HTTPRequest,
      upload: FileUpload?,
      limits: HTTPLimits?
    ) async throws(HTTPError) -> HTTPResponse {
      count.withLock { $0 += 1 }
      return HTTPResponse(
        status: 200,
        headers: HTTPFields([HTTPField("X-A", "1"), HTTPField("X-A", "2")]),
        body: Array(request.url.text.utf8) + [0xFF]
      )
    }
  }

  private func get(_ path: String) throws -> HTTPRequest {
    HTTPRequest(method: "GET", url: try URI("https://a.example\(path)"))
  }

  private func recorded() async throws -> (LoginRecording, [[UInt8]]) {
    let recorder = LoginRecorder(at: Timestamp(seconds: 1_000)).carried(by: Echo())
    let drawn = [recorder.bytes(4), recorder.bytes(32)]
    _ = try await recorder.send(get("/1"))
    _ = try await recorder.send(get("/2"))
    return (recorder.written, drawn)
  }

  @Test
  func `what was drawn and answered comes again, and then it goes on for real`() async throws {
    let (recording, drawn) = try await recorded()
    let echo = Echo()
    let begins = Mutex(0)
    let replayer = LoginReplayer(recording) {
      begins.withLock { $0 += 1 }
      return nil
    }.carried(by: echo)
    #expect([replayer.bytes(4), replayer.bytes(32)] == drawn)
    #expect(replayer.bytes(8).count == 8)
    #expect(replayer.now().seconds == 1_000)
    for path in ["/1", "/2"] {
      #expect(try await replayer.send(get(path)).body.starts(with: "https://a.example\(path)".utf8))
    }
    #expect(echo.sent == 0 && !replayer.isLive)
    for path in ["/3", "/4"] { _ = try await replayer.send(get(path)) }
    #expect(echo.sent == 2 && replayer.isLive)
    #expect(begins.withLock { $0 } == 1)
    #expect(replayer.now().seconds > 1_000)
  }

  @Test
  func `another request than the recorded one is refused unsent`() async throws {
    let (recording, _) = try await recorded()
    let echo = Echo()
    let replayer = LoginReplayer(recording) { nil }.carried(by: echo)
    let error = await #expect(throws: HTTPError.self) { try await replayer.send(get("/other")) }
    #expect(error?.message.contains("has changed") == true)
    #expect(echo.sent == 0)
  }

  @Test
  func `an objection to going on is the error`() async throws {
    let echo = Echo()
    let replayer = LoginReplayer(LoginRecording(begun: Timestamp(seconds: 0))) { "too late" }
      .carried(by: echo)
    let error = await #expect(throws: HTTPError.self) { try await replayer.send(get("/1")) }
    #expect(error?.message == "too late")
    #expect(echo.sent == 0)
  }

  @Test
  func `nothing of a login is lost in the vault`() async throws {
    let (recording, _) = try await recorded()
    var request = LoginRequest(provider: "p")
    request.account = "work"
    request.scopes = ["a", "b"]
    request.options = ["k": "env:AUTHRUN_BEGUN_0"]
    request.capture = "pin"
    request.redirectURI = "https://x/"
    let pending = PendingLogin(
      request: request,
      variables: ["AUTHRUN_BEGUN_0": "secret"],
      answers: [Secret("typed"), nil],
      recording: recording,
      isElsewhere: true,
      expiresAt: Timestamp(seconds: 99)
    )
    let read = try #require(PendingLogin(pending.entry("id")))
    #expect(read.request.provider == "p" && read.request.account == "work")
    #expect(read.request.scopes == ["a", "b"] && read.request.options == request.options)
    #expect(read.request.capture == "pin" && read.request.redirectURI == "https://x/")
    #expect(read.variables == pending.variables && read.expiresAt.seconds == 99)
    #expect(read.isElsewhere)
    #expect(read.answers.map { $0?.text } == ["typed", nil])
    #expect(read.recording.random == recording.random)
    #expect(read.recording.exchanges.map(\.response) == recording.exchanges.map(\.response))
  }
}
