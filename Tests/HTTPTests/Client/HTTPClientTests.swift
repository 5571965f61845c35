import HTTP
import Standards
import Testing

@Suite(.timeLimit(.minutes(10)))
struct HTTPClientTests {
  private let client = HTTPClient(HTTPClientSettings(limits: .patient))

  @Test
  func `a request arrives byte for byte and nothing is added but what the connection needs`()
    async throws
  {
    let server = try RawServer { connection in
      connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nX-A: 1\r\nX-A:  2 \r\nContent-Length: 2\r\n\r\nok")
    }
    let response = try await client.send(
      HTTPRequest(
        method: "POST",
        url: try URI("http://127.0.0.1:\(server.port)/a/../b%2f?x=%7e&y=a+b#part"),
        headers: HTTPFields([HTTPField("X-Empty", ""), HTTPField("Authorization", "OAuth a=\"b\"")]
        ),
        body: Array("k=v".utf8)
      )
    )
    #expect(response.status == 200)
    #expect(response.headers.values("x-a") == ["1", "2"])
    #expect(response.body == Array("ok".utf8))
    let lines = server.requests.joined().split(separator: "\r\n", omittingEmptySubsequences: false)
    #expect(lines.first == "POST /a/../b%2f?x=%7e&y=a+b HTTP/1.1")
    #expect(
      Set(lines.dropFirst()) == [
        "Host: 127.0.0.1:\(server.port)", "User-Agent: authrun/0.1",
        "Accept-Encoding: gzip, deflate", "X-Empty:", "Authorization: OAuth a=\"b\"",
        "Content-Length: 3", "", "k=v",
      ]
    )
  }

  @Test(arguments: ["POST", "PUT", "PATCH"])
  func `an empty body is announced where the method expects one`(method: String) async throws {
    let server = try RawServer { connection in
      connection.readRequest()
      connection.write("HTTP/1.1 204 No Content\r\n\r\n")
    }
    let response = try await client.send(request(server, method: method))
    #expect(response.status == 204)
    let sent = try #require(server.requests.first)
    #expect(sent.hasPrefix("\(method) / HTTP/1.1\r\n"))
    #expect(sent.contains("Content-Length: 0\r\n"))
    #expect(!sent.lowercased().contains("expect:"))
    #expect(!sent.lowercased().contains("content-type:"))
  }

  @Test
  func `a redirect is an answer and is not followed`() async throws {
    let server = try RawServer { connection in
      connection.readRequest()
      connection.write("HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n")
      connection.readRequest()
    }
    let response = try await client.send(request(server))
    #expect(response.status == 302)
    #expect(response.headers["location"] == "/elsewhere")
    #expect(server.requests.count == 1)
  }

  @Test
  func `interim responses and trailers are no part of the head`() async throws {
    let server = try RawServer { connection in
      connection.readRequest()
      connection.write("HTTP/1.1 103 Early Hints\r\nX-Hint: 1\r\n\r\n")
      connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nX-Head: 1\r\n\r\n")
      connection.write("2\r\nok\r\n0\r\nX-Trailer: 1\r\n\r\n")
    }
    let response = try await client.send(request(server))
    #expect(response.headers.fields.map(\.name) == ["Transfer-Encoding", "X-Head"])
    #expect(response.body == Array("ok".utf8))
  }

  @Test
  func `HEAD has an answer without a body whatever length it announces`() async throws {
    let server = try RawServer { connection in
      connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\n")
    }
    let response = try await client.send(request(server, method: "HEAD"))
    #expect(response.status == 200)
    #expect(response.body.isEmpty)
  }

  @Test
  func `a request that may change something is not repeated on a connection that died`()
    async throws
  {
    // The first request leaves a connection to keep; the server closes it when it is used again.
    let server = try RawServer { connection in
      connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      connection.readRequest()
    }
    _ = try await client.send(request(server))
    let response = try await client.send(request(server, method: "POST"))
    #expect(response.status == 200)
    #expect(server.requests.count == 2)
    #expect(server.connectionCount == 2)
  }

  @Test(.requiresManyFiles)
  func `many transfers run at once on one thread`() async throws {
    let count = 1_000
    let server = try LoopbackServer(
      bind: .ipv4,
      limits: ServerLimits(connections: count + 10)
    ) { request in
      try? await Task.sleep(for: .milliseconds(300))
      return HTTPResponse(status: 200, body: Array(request.target.utf8))
    }
    let before = try threadCount()
    let url = "http://127.0.0.1:\(server.port)/"
    let most = try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<count {
        group.addTask { [client] in
          let request = HTTPRequest(method: "GET", url: try URI("\(url)\(number)"))
          return try await client.send(request).body == Array("/\(number)".utf8)
        }
      }
      var most = 0
      for try await isRight in group {
        #expect(isRight)
        most = max(most, try threadCount())
      }
      return most
    }
    // Other tests run beside this one and have threads of their own.
    #expect(most < before + 100)
    await server.stop()
  }

  private func request(_ server: RawServer, method: String = "GET") throws -> HTTPRequest {
    HTTPRequest(method: method, url: try URI("http://127.0.0.1:\(server.port)/"))
  }
}
