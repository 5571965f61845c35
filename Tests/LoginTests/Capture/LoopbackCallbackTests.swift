import HTTP
import Standards
import Testing

@testable import Login

@Suite
struct LoopbackCallbackTests {
  private func read(
    _ method: String = "GET",
    _ target: String,
    host: String? = "127.0.0.1:8888",
    type: String? = nil,
    body: String = "",
    bare: BareCallback = .ignored
  ) throws -> LoopbackCallback.Reading {
    let expected = try #require(CaptureTarget(template: "http://127.0.0.1:8888/cb"))
    var headers = HTTPFields()
    headers["Host"] = host
    headers["Content-Type"] = type
    return LoopbackCallback.read(
      ServerRequest(method: method, target: target, headers: headers, body: Array(body.utf8)),
      target: expected,
      bare: bare
    )
  }

  @Test
  func `a callback without parameters counts where a script waits for no more`() throws {
    #expect(try read("GET", "/cb") == .elsewhere)
    #expect(try read("GET", "/cb", bare: .relayed) == .relay)
    #expect(try read("GET", "/cb", bare: .accepted) == .callback(Parameters()))
    #expect(try read("GET", "/favicon.ico", bare: .accepted) == .elsewhere)
    #expect(try read("GET", "/cb", host: "evil.example:8888", bare: .accepted) == .elsewhere)
  }

  @Test
  func `the query of the exact path is the callback`() throws {
    let reading = try read("GET", "/cb?code=a&code=b")
    #expect(reading == .callback(Parameters([("code", "a"), ("code", "b")])))
  }

  @Test
  func `a posted form is the callback`() throws {
    let reading = try read(
      "POST",
      "/cb",
      type: "application/x-www-form-urlencoded; charset=UTF-8",
      body: "code=a+b"
    )
    #expect(reading == .callback(Parameters([("code", "a b")])))
  }

  @Test(arguments: [
    "/favicon.ico", "/", "/cb/?code=a", "/CB?code=a", "/cb", "/cb?", "//cb?code=a",
  ])
  func `other paths and empty probes end no wait`(target: String) throws {
    #expect(try read("GET", target) == .elsewhere)
  }

  @Test(arguments: ["evil.example", "evil.example:8888", "localhost:8888", "", nil])
  func `a request under another name comes by DNS rebinding and is not for us`(
    host: String?
  ) throws {
    #expect(try read("GET", "/cb?code=a", host: host) == .elsewhere)
  }

  @Test
  func `a broken escape is unreadable, not half read`() throws {
    guard case .unreadable = try read("GET", "/cb?code=%zz") else {
      Issue.record("a broken escape was read")
      return
    }
  }
}
