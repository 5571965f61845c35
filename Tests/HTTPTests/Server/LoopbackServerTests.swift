import Foundation
import HTTP
import Standards
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10)))
struct LoopbackServerTests {
  private let client = HTTPClient(HTTPClientSettings(limits: .patient))

  @Test
  func `localhost is both families on one port`() async throws {
    let server = try LoopbackServer { _ in HTTPResponse(status: 200, body: Array("hi".utf8)) }
    for host in ["127.0.0.1", "[::1]", "localhost"] {
      let url = try URI("http://\(host):\(server.port)/")
      #expect(try await client.send(HTTPRequest(method: "GET", url: url)).body == Array("hi".utf8))
    }
    await server.stop()
  }

  @Test(arguments: [LoopbackAddress.ipv4, .ipv6])
  func `one family is reached on its own address only`(address: LoopbackAddress) async throws {
    let server = try LoopbackServer(bind: address) { _ in HTTPResponse(status: 200) }
    let other = address == .ipv4 ? "[::1]" : "127.0.0.1"
    let url = try URI("http://\(other):\(server.port)/")
    let error = await #expect(throws: HTTPError.self) {
      try await client.send(HTTPRequest(method: "GET", url: url))
    }
    #expect(error?.kind == .refused)
    await server.stop()
  }

  @Test
  func `the handler sees method, target, header and body as they were sent`() async throws {
    let seen = Mutex<ServerRequest?>(nil)
    let server = try LoopbackServer(bind: .ipv4) { request in
      seen.withLock { $0 = request }
      return HTTPResponse(status: 201, headers: HTTPFields([HTTPField("X-Y", "z")]))
    }
    let response = try await client.send(
      HTTPRequest(
        method: "POST",
        url: try URI("http://127.0.0.1:\(server.port)/call%62ack//x?code=a%2Bb+c&state=%00"),
        headers: HTTPFields([HTTPField("X-Two", "1"), HTTPField("X-Two", "2")]),
        body: Array("code=%ff&x".utf8)
      )
    )
    #expect(response.status == 201)
    #expect(response.headers["x-y"] == "z")
    let request = try #require(seen.withLock { $0 })
    #expect(request.method == "POST")
    #expect(request.target == "/call%62ack//x?code=a%2Bb+c&state=%00")
    #expect(request.path == "/call%62ack//x")
    #expect(request.query == "code=a%2Bb+c&state=%00")
    #expect(request.host == "127.0.0.1:\(server.port)")
    #expect(request.headers.values("x-two") == ["1", "2"])
    #expect(request.body == Array("code=%ff&x".utf8))
    await server.stop()
  }

  @Test
  func `a port in use is told with its number`() async throws {
    let server = try LoopbackServer { _ in HTTPResponse(status: 200) }
    let port = server.port
    for address in [LoopbackAddress.ipv4, .ipv6, .localhost] {
      let error = #expect(throws: ServerError.self) {
        _ = try LoopbackServer(bind: address, port: port) { _ in HTTPResponse(status: 200) }
      }
      #expect(error?.kind == .portInUse(port))
      #expect(error?.message.contains("\(port)") == true)
    }
    await server.stop()
  }

  @Test
  func `after the stop the port is free and nothing answers`() async throws {
    let server = try LoopbackServer { _ in HTTPResponse(status: 200) }
    let port = server.port
    // A connection that never sends anything must not hold the stop.
    let idle = try RawClient(port: port)
    await server.stop()
    #expect(await idle.readAll().isEmpty)
    #expect(throws: POSIXError.self) { try RawClient(port: port) }
    let again = try LoopbackServer(port: port) { _ in HTTPResponse(status: 200) }
    await again.stop()
  }

  @Test
  func `the stop lets due answers out`() async throws {
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    let server = try LoopbackServer(
      bind: .ipv4,
      limits: ServerLimits(stopTimeout: .seconds(600))
    ) { _ in
      arrival.yield()
      try? await Task.sleep(for: .milliseconds(200))
      return HTTPResponse(status: 200, body: Array("done".utf8))
    }
    let url = try URI("http://127.0.0.1:\(server.port)/")
    async let response = client.send(HTTPRequest(method: "GET", url: url))
    for await _ in arrivals { break }
    await server.stop()
    #expect(try await response.body == Array("done".utf8))
  }

  @Test
  func `a handler that never decides does not hold the stop`() async throws {
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    let server = try LoopbackServer(
      bind: .ipv4,
      limits: ServerLimits(stopTimeout: .milliseconds(100))
    ) { _ in
      arrival.yield()
      try? await Task.sleep(for: .seconds(3_600))
      return HTTPResponse(status: 200)
    }
    let url = try URI("http://127.0.0.1:\(server.port)/")
    async let response = client.send(HTTPRequest(method: "GET", url: url))
    for await _ in arrivals { break }
    await server.stop()
    #expect(try await response.status == 503)
  }

  @Test
  func `a client that drips its request does not block others and is cut off`() async throws {
    let server = try LoopbackServer(
      bind: .ipv4,
      limits: ServerLimits(connections: 1, requestTimeout: .seconds(1))
    ) { _ in HTTPResponse(status: 200) }
    let dripping = try RawClient(port: server.port)
    dripping.send("GET / HTTP/1.1\r\nHo")
    let drip = Task {
      while !Task.isCancelled {
        try? await Task.sleep(for: .milliseconds(100))
        dripping.send("o")
      }
    }
    // The only place is taken until the time is over; then this request has its turn.
    let url = try URI("http://127.0.0.1:\(server.port)/")
    let response = try await client.send(HTTPRequest(method: "GET", url: url))
    #expect(response.status == 200)
    drip.cancel()
    #expect(await !dripping.readAll().contains("200"))
    await server.stop()
  }

  @Test
  func `a body over the cap is refused, announced or not`() async throws {
    let server = try LoopbackServer(bind: .ipv4, limits: ServerLimits(maxBody: 10)) { _ in
      HTTPResponse(status: 200)
    }
    let head = "POST / HTTP/1.1\r\nHost: x\r\n"
    let announced = try RawClient(port: server.port)
    announced.send("\(head)Content-Length: 11\r\n\r\n12345678901")
    #expect(await announced.readAll().hasPrefix("HTTP/1.1 413 "))
    let chunked = try RawClient(port: server.port)
    chunked.send("\(head)Transfer-Encoding: chunked\r\n\r\nb\r\n12345678901\r\n0\r\n\r\n")
    #expect(await chunked.readAll().hasPrefix("HTTP/1.1 413 "))
    let fitting = try RawClient(port: server.port)
    fitting.send("\(head)Content-Length: 10\r\n\r\n1234567890")
    #expect(await fitting.readAll().hasPrefix("HTTP/1.1 200 "))
    await server.stop()
  }

  @Test
  func `a header over the cap is refused`() async throws {
    let server = try LoopbackServer(bind: .ipv4, limits: ServerLimits(maxHeader: 1_024)) { _ in
      HTTPResponse(status: 200)
    }
    let client = try RawClient(port: server.port)
    client.send("GET /\(String(repeating: "a", count: 20_000)) HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(await !client.readAll().hasPrefix("HTTP/1.1 200 "))
    await server.stop()
  }

  @Test(.requiresManyFiles)
  func `three hundred idle connections do not keep a browser out`() async throws {
    let server = try LoopbackServer(bind: .ipv4) { _ in HTTPResponse(status: 200) }
    let url = try URI("http://127.0.0.1:\(server.port)/callback")
    let idle = (0..<300).compactMap { _ in IdleConnection(port: server.port) }
    #expect(idle.count == 300)
    let response = try await client.send(HTTPRequest(method: "GET", url: url))
    #expect(response.status == 200)
    await server.stop()
  }

  @Test
  func `HEAD gets the header alone`() async throws {
    let server = try LoopbackServer(bind: .ipv4) { _ in
      HTTPResponse(status: 200, body: Array("body".utf8))
    }
    let client = try RawClient(port: server.port)
    client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
    let answer = await client.readAll()
    #expect(answer.contains("Content-Length: 4\r\n"))
    #expect(answer.hasSuffix("\r\n\r\n"))
    await server.stop()
  }
}

/// A connection on which nothing is ever said.
private final class IdleConnection {
  private let number: Int32

  init?(port: UInt16) {
    number = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard number >= 0, isConnected == 0 else { return nil }
  }

  deinit { close(number) }
}
