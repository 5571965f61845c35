import Standards
import Testing

@Suite
struct RedirectDecisionTests {
  @Test(arguments: [
    "https://h/me/?x=1&oauth_token=t&oauth_signature=s", "https://o/?oauth_token=t&x=1",
  ])
  func `what carried the credential in the query is not taken over from the target`(
    _ target: String
  ) throws {
    let request = HTTPRequest(method: "GET", url: try URI("https://h/me?x=1"))
    var answer = HTTPResponse(status: 301)
    answer.headers["Location"] = target
    let decision = RedirectDecision.decide(
      request,
      credentialParameters: ["oauth_token", "oauth_signature"],
      answeredBy: answer
    )
    switch decision {
    case .authorizeAgain(let next)?, .sendBare(let next)?: #expect(next.url.query == "x=1")
    default: Issue.record("not followed")
    }
  }

  private static func decide(
    _ location: String?,
    status: Int = 302,
    method: String = "GET",
    url: String = "https://api.example/a/b?x=1",
    body: String = "",
    headers: [HTTPField] = []
  ) throws -> RedirectDecision? {
    let request = HTTPRequest(
      method: method,
      url: try URI(url),
      headers: HTTPFields([HTTPField("Accept", "*/*"), HTTPField("X-API-Key", "k")] + headers),
      body: Array(body.utf8)
    )
    let fields = location.map { [HTTPField("Location", $0)] } ?? []
    return RedirectDecision.decide(
      request,
      answeredBy: HTTPResponse(status: status, headers: HTTPFields(fields))
    )
  }

  @Test(arguments: [
    ("/c?y=2", "https://api.example/c?y=2"), ("c", "https://api.example/a/c"),
    ("https://API.example:443/c#f", "https://API.example:443/c"),
    ("//api.example/c", "https://api.example/c"),
  ])
  func `O-32 the same origin is authorized again at the new URL`(
    _ location: String,
    _ url: String
  ) throws {
    guard case .authorizeAgain(let next) = try Self.decide(location) else {
      Issue.record("not authorized again")
      return
    }
    #expect(next.url.text == url)
    #expect(next.headers["X-API-Key"] == "k")
  }

  @Test(arguments: [
    "https://127.0.0.1:6768/", "//evil.test/", "https://api.example:8443/c", "https://evil.test/",
    "https://api.example.evil.test/", "https://sub.api.example/",
  ])
  func `O-32 another origin gets no credential`(_ location: String) throws {
    guard case .sendBare(let next) = try Self.decide(location) else {
      Issue.record("not sent bare")
      return
    }
    #expect(next.headers.fields == [HTTPField("Accept", "*/*")])
  }

  @Test(arguments: [
    "http://api.example/c", "http://127.0.0.1:6768/", "https://u:p@api.example/",
    "javascript:alert(1)",
    "https://api.example\\@evil.test/", "", nil,
  ])
  func `what cannot be followed safely is not followed`(_ location: String?) throws {
    let decision = try Self.decide(location)
    if location == "" {
      // An empty reference is the same document (RFC 3986 §4.4).
      guard case .authorizeAgain = decision else {
        Issue.record("not authorized again")
        return
      }
      return
    }
    guard case .stop = decision else {
      Issue.record("followed: \(String(describing: decision))")
      return
    }
  }

  @Test(arguments: [
    (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (303, "DELETE", "GET"),
    (307, "POST", "POST"), (308, "PUT", "PUT"), (302, "PUT", "PUT"), (303, "HEAD", "HEAD"),
  ])
  func `the method changes as the status says`(
    _ status: Int,
    _ method: String,
    _ expected: String
  ) throws {
    let decision = try Self.decide("/c", status: status, method: method, body: "b")
    guard case .authorizeAgain(let next) = decision else {
      Issue.record("not authorized again")
      return
    }
    #expect(next.method == expected)
    #expect(next.body.isEmpty == (expected == "GET"))
  }

  @Test
  func `a body never goes to another origin`() throws {
    guard
      case .stop = try Self.decide("https://evil.test/", status: 307, method: "POST", body: "b")
    else {
      Issue.record("followed")
      return
    }
  }

  @Test(arguments: [200, 300, 304, 305, 401])
  func `other answers are no redirects`(_ status: Int) throws {
    #expect(try Self.decide("/c", status: status) == nil)
  }
}
