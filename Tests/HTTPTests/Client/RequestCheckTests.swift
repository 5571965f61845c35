import HTTP
import Standards
import Testing

@Suite(.timeLimit(.minutes(10)))
struct RequestCheckTests {
  private let client = HTTPClient(HTTPClientSettings(limits: .patient))

  @Test(arguments: ["", "GET /", "GE\r\nT", "GE\0T", "CONNECT", "GÉT"])
  func `a method that is no token is refused`(method: String) async throws {
    await expectRefusal(HTTPRequest(method: method, url: try URI("http://127.0.0.1:1/")))
  }

  @Test(arguments: ["a\r\nX-Evil: 1", "a\nb", "a\rb", "a\0b", "a\u{7F}b", "a\u{1}b"])
  func `a header value with a control character is refused`(value: String) async throws {
    let error = await expectRefusal(try request(HTTPField("X-Token", value)))
    #expect(
      error?.message == "127.0.0.1:1: the header X-Token has a control character in its value"
    )
  }

  @Test(arguments: ["", "X Token", "X:Token", "X\r\nToken", "X\0", "Tökén"])
  func `a header name that is no token is refused`(name: String) async throws {
    await expectRefusal(try request(HTTPField(name, "a")))
  }

  @Test(arguments: [
    "Content-Length", "transfer-encoding", "CONNECTION", "Upgrade", "TE", "Trailer", "Expect",
  ])
  func `a header that the connection decides is refused`(name: String) async throws {
    await expectRefusal(try request(HTTPField(name, "1")))
  }

  @Test
  func `a Host header other than the URL's is refused`() async throws {
    await expectRefusal(try request(HTTPField("Host", "elsewhere.example")))
  }

  @Test(arguments: [
    "ftp://127.0.0.1/", "file:///etc/passwd", "http://user:word@127.0.0.1/", "http://127.0.0.1:0/",
    "gopher://127.0.0.1:1/",
  ])
  func `a URL that is not plain http or https is refused`(url: String) async throws {
    guard let url = try? URI(url) else { return }
    await expectRefusal(HTTPRequest(method: "GET", url: url))
  }

  @Test
  func `a HEAD request with a body is refused`() async throws {
    let url = try URI("http://127.0.0.1:1/")
    await expectRefusal(HTTPRequest(method: "HEAD", url: url, body: [1]))
  }

  private func request(_ field: HTTPField) throws -> HTTPRequest {
    HTTPRequest(
      method: "GET",
      url: try URI("http://127.0.0.1:1/"),
      headers: HTTPFields([field])
    )
  }

  @discardableResult
  private func expectRefusal(
    _ request: HTTPRequest,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> HTTPError? {
    let error = await #expect(throws: HTTPError.self, sourceLocation: sourceLocation) {
      try await client.send(request)
    }
    #expect(error?.kind == .invalidRequest, sourceLocation: sourceLocation)
    return error
  }
}
