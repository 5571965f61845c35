import HTTP
import Testing

@Suite
struct ConnectToTests {
  @Test(arguments: [
    "example.com:443:127.0.0.1:8443", "[::1]:443:[::1]:8443", "::127.0.0.1:80", "a:1::", ":::",
  ])
  func `four parts with ports are read and kept as written`(text: String) {
    #expect(ConnectTo(text)?.description == text)
  }

  @Test(arguments: [
    "", "a", "a:1", "a:1:b", "a:1:b:2:3", "a:b:c:d", "a:0:b:1", "a:1:b:65536", "a:1:b:-1",
    "[::1:1:b:2", "[::1]x:1:b:2", "a b:1:c:2", "a\r\n:1:b:2", "a/b:1:c:2", "a:٣:b:2",
  ])
  func `anything else is refused`(text: String) {
    #expect(ConnectTo(text) == nil)
  }
}
