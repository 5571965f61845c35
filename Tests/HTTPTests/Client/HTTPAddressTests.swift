import Standards
import Testing

@testable import HTTP

/// A name is one thing, the address it stands for another.
@Suite(.timeLimit(.minutes(10)))
struct HTTPAddressTests {
  private func settings(_ host: String, _ port: UInt16) -> HTTPClientSettings {
    var settings = HTTPClientSettings(usesProxies: false)
    // Plays the name server that has been told to point the name here.
    settings.resolve = ["\(host):\(port):127.0.0.1"]
    return settings
  }

  private func limits(_ rule: AddressRule) -> HTTPLimits {
    var limits = HTTPLimits.standard
    limits.addresses = rule
    return limits
  }

  private func server() throws -> RawServer {
    try RawServer { connection in
      connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
    }
  }

  @Test(arguments: ["api.example.com", "metadata.internal", "printer"])
  func `a name that leads to this machine is refused before a byte is sent`(
    host: String
  ) async throws {
    let server = try server()
    let client = HTTPClient(settings(host, server.port))
    let url = try URI("http://\(host):\(server.port)/")
    let error = await #expect(throws: HTTPError.self) {
      try await client.send(HTTPRequest(method: "GET", url: url), limits: limits(AddressRule()))
    }
    #expect(error?.kind == .refusedAddress)
    #expect(error?.message.hasSuffix("the name leads to an address of this machine") == true)
    #expect(error?.isTransient == false)
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: [
    AddressRule(trusted: ["api.example.com"]), AddressRule(allowsPrivate: true), .anywhere,
  ])
  func `one who may say so lets it pass`(rule: AddressRule) async throws {
    let server = try server()
    let client = HTTPClient(settings("api.example.com", server.port))
    let url = try URI("http://api.example.com:\(server.port)/")
    let answer = try await client.send(
      HTTPRequest(method: "GET", url: url),
      limits: limits(rule)
    )
    #expect(answer.status == 200)
  }

  @Test
  func `a kept connection is looked at again`() async throws {
    let server = try RawServer { connection in
      for _ in 0..<2 {
        connection.readRequest()
        connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
      }
    }
    let client = HTTPClient(settings("api.example.com", server.port))
    let request = HTTPRequest(
      method: "GET",
      url: try URI("http://api.example.com:\(server.port)/")
    )
    _ = try await client.send(request, limits: limits(.anywhere))
    let error = await #expect(throws: HTTPError.self) {
      try await client.send(request, limits: limits(AddressRule()))
    }
    #expect(error?.kind == .refusedAddress)
    #expect(server.requests.count == 1)
  }

  @Test(arguments: ["127.0.0.1", "localhost"])
  func `a host that says what it is needs no leave`(host: String) async throws {
    let server = try server()
    let url = try URI("http://\(host):\(server.port)/")
    let answer = try await HTTPClient().send(
      HTTPRequest(method: "GET", url: url),
      limits: limits(AddressRule())
    )
    #expect(answer.status == 200)
  }

  @Test
  func `where the user leads the connection, the name's own address does not matter`() async throws
  {
    let server = try server()
    let client = HTTPClient(
      HTTPClientSettings(connectTo: [
        ConnectTo(host: "api.example.com", port: 80, toHost: "127.0.0.1", toPort: server.port)
      ])
    )
    let answer = try await client.send(
      HTTPRequest(method: "GET", url: try URI("http://api.example.com/")),
      limits: limits(AddressRule())
    )
    #expect(answer.status == 200)
  }

  @Test(arguments: [
    ("10.0.0.1", "api.example.com", false, false), ("10.0.0.1", "api.corp", false, true),
    ("10.0.0.1", "intranet", false, true), ("10.0.0.1", "a.home.arpa", false, true),
    ("10.0.0.1", "api.example.com", true, true), ("127.0.0.1", "api.corp", false, false),
    ("127.0.0.1", "api.corp", true, true), ("169.254.169.254", "metadata.internal", true, false),
    ("169.254.169.254", "api.example.com", true, false), ("224.0.0.1", "intranet", true, false),
    ("8.8.8.8", "api.example.com", false, true), ("8.8.8.8", "intranet", false, true),
  ])
  func `which addresses a name may have`(
    address: String,
    host: String,
    allowsPrivate: Bool,
    isAllowed: Bool
  ) throws {
    let rule = AddressRule(allowsPrivate: allowsPrivate)
    let address = try #require(IPAddress(host: address))
    #expect(rule.concerns(try URI("https://\(host)/")))
    #expect(rule.allows(address, for: host) == isAllowed)
  }

  @Test
  func `a name that exists in test set-ups alone is not looked at`() throws {
    #expect(!AddressRule().concerns(try URI("https://shop.test/")))
    #expect(!AddressRule(trusted: ["a.example"]).concerns(try URI("https://A.example/")))
    #expect(AddressRule(trusted: ["a.example"]).concerns(try URI("https://b.example/")))
  }
}
