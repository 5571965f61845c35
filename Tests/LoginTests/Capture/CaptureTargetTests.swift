import Login
import Testing

@Suite
struct CaptureTargetTests {
  @Test
  func `a free port is filled in and nothing else changes`() throws {
    let target = try #require(CaptureTarget(template: "http://127.0.0.1:{port}/Call%20back"))
    #expect(target.port == nil)
    #expect(target.path == "/Call%20back")
    #expect(target.redirectURI(port: 4711) == "http://127.0.0.1:4711/Call%20back")
  }

  @Test
  func `a registered URI is sent byte for byte`() throws {
    let target = try #require(CaptureTarget(template: "http://LOCALHOST:8888"))
    #expect(target.port == 8888)
    #expect(target.path == "/")
    #expect(target.redirectURI(port: 8888) == "http://LOCALHOST:8888")
  }

  @Test(arguments: [
    "https://127.0.0.1:8888/cb", "http://example.com/cb", "http://user@127.0.0.1:1/cb",
    "http://127.0.0.1:1/cb?x=1", "http://127.0.0.1:1/cb#f", "http://127.0.0.1:0/cb", "myapp://cb",
    "oob", "",
  ])
  func `what no local listener can serve is refused`(uri: String) {
    #expect(CaptureTarget(template: uri) == nil)
  }
}
