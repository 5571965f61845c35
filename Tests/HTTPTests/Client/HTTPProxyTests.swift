import Foundation
import HTTP
import Standards
import Testing

/// The environment belongs to the whole process, so that each test runs in one of its own.
@Suite
struct HTTPProxyTests {
  @Test
  func `the proxy of the environment is used, and only where it is wanted`() async {
    await #expect(processExitsWith: .success) {
      let proxy = try RawServer { connection in
        connection.readRequest()
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nproxy")
      }
      setenv("http_proxy", "http://127.0.0.1:\(proxy.port)", 1)
      let request = HTTPRequest(method: "GET", url: try URI("http://service.invalid/path"))
      let response = try await HTTPClient().send(request)
      #expect(response.body == Array("proxy".utf8))
      #expect(proxy.requests.first?.hasPrefix("GET http://service.invalid/path HTTP/1.1") == true)
      let direct = HTTPClient(HTTPClientSettings(usesProxies: false))
      let error = await #expect(throws: HTTPError.self) { try await direct.send(request) }
      #expect(error?.kind == .resolve)
    }
  }

  @Test
  func `a request over TLS shows the proxy no header of its own`() async {
    await #expect(processExitsWith: .success) {
      let proxy = try RawServer { connection in
        connection.readRequest()
        connection.write("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
      }
      setenv("https_proxy", "http://127.0.0.1:\(proxy.port)", 1)
      let request = HTTPRequest(
        method: "GET",
        url: try URI("https://service.invalid/path?secret=1"),
        headers: HTTPFields([HTTPField("Authorization", "Bearer hidden")])
      )
      let error = await #expect(throws: HTTPError.self) { try await HTTPClient().send(request) }
      #expect(error?.kind == .proxy)
      #expect(error?.message == "service.invalid: the proxy in the environment answered 407")
      let seen = try #require(proxy.requests.first)
      #expect(seen.hasPrefix("CONNECT service.invalid:443 "))
      #expect(!seen.contains("hidden") && !seen.contains("secret"))
    }
  }

  @Test
  func `no_proxy names the hosts that are reached directly`() async {
    await #expect(processExitsWith: .success) {
      setenv("http_proxy", "http://no-such-proxy.invalid:1", 1)
      let request = HTTPRequest(method: "GET", url: try URI("http://service.invalid/"))
      setenv("no_proxy", "service.invalid", 1)
      let direct = await #expect(throws: HTTPError.self) { try await HTTPClient().send(request) }
      #expect(direct?.kind == .resolve)
      setenv("no_proxy", "", 1)
      let error = await #expect(throws: HTTPError.self) { try await HTTPClient().send(request) }
      #expect(error?.kind == .proxy)
    }
  }

  @Test
  func `what is meant for this machine never goes to a proxy`() async {
    await #expect(processExitsWith: .success) {
      let server = try RawServer { connection in
        connection.readRequest()
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\ndirect")
      }
      setenv("http_proxy", "http://no-such-proxy.invalid:1", 1)
      let url = try URI("http://127.0.0.1:\(server.port)/")
      let response = try await HTTPClient().send(HTTPRequest(method: "GET", url: url))
      #expect(response.body == Array("direct".utf8))
    }
  }

  @Test
  func `a connection that is sent to this machine goes past the proxy`() async {
    await #expect(processExitsWith: .success) {
      let server = try RawServer { connection in
        connection.readRequest()
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\ndirect")
      }
      setenv("http_proxy", "http://no-such-proxy.invalid:1", 1)
      let target = try #require(ConnectTo("service.invalid:80:127.0.0.1:\(server.port)"))
      let client = HTTPClient(HTTPClientSettings(connectTo: [target]))
      let url = try URI("http://service.invalid/")
      let response = try await client.send(HTTPRequest(method: "GET", url: url))
      #expect(response.body == Array("direct".utf8))
      let other = try URI("http://other.invalid/")
      let error = await #expect(throws: HTTPError.self) {
        try await client.send(HTTPRequest(method: "GET", url: other))
      }
      #expect(error?.kind == .proxy)
    }
  }
}
