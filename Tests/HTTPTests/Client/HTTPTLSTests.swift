import Crypto
import Foundation
import HTTP
import Standards
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10)))
struct HTTPTLSTests {
  @Test
  func `several names are served by one server, reached by connect-to`() async throws {
    let authority = try ThrowAwayAuthority()
    let names = ["accounts.example.com", "api.example.org"]
    let server = try server(authority, names: names)
    let client = HTTPClient(settings(authority, names: names, port: server.port))
    for name in names {
      let url = try URI("https://\(name)/path")
      let response = try await client.send(HTTPRequest(method: "GET", url: url))
      #expect(response.body == Array("\(name) /path".utf8))
    }
    await server.stop()
  }

  @Test
  func `a certificate for another name is refused`() async throws {
    let authority = try ThrowAwayAuthority()
    let server = try server(authority, names: ["right.example"])
    let client = HTTPClient(settings(authority, names: ["wrong.example"], port: server.port))
    let error = await fault(client, "https://wrong.example/?secret=1")
    #expect(error?.kind == .tls(.nameMismatch))
    #expect(error?.message == "wrong.example: the TLS certificate is for another host name")
    await server.stop()
  }

  @Test
  func `an authority that is not trusted is refused`() async throws {
    let server = try server(ThrowAwayAuthority(), names: ["right.example"])
    let other = try ThrowAwayAuthority()
    let client = HTTPClient(settings(other, names: ["right.example"], port: server.port))
    #expect(await fault(client, "https://right.example/")?.kind == .tls(.unknownAuthority))
    let target = ConnectTo(
      host: "right.example",
      port: 443,
      toHost: "127.0.0.1",
      toPort: server.port
    )
    let system = HTTPClient(HTTPClientSettings(connectTo: [target], usesProxies: false))
    #expect(await fault(system, "https://right.example/")?.kind == .tls(.unknownAuthority))
    await server.stop()
  }

  @Test
  func `a certificate out of its time is refused and told apart`() async throws {
    for (days, expected) in [(-30, HTTPError.TLSFault.expired), (30, .notYetValid)] {
      let made = try OpenSSL.certificate(name: "right.example", startsInDays: days)
      let server = try LoopbackServer(
        bind: .ipv4,
        tls: ServerTLS(certificatePEM: made.certificate, privateKeyPEM: made.key)
      ) { _ in HTTPResponse(status: 200) }
      let target = ConnectTo(
        host: "right.example",
        port: 443,
        toHost: "127.0.0.1",
        toPort: server.port
      )
      let client = HTTPClient(
        HTTPClientSettings(caPEM: made.certificate, connectTo: [target], usesProxies: false)
      )
      #expect(await fault(client, "https://right.example/")?.kind == .tls(expected))
      await server.stop()
    }
  }

  @Test
  func `a peer that speaks no TLS fails the handshake`() async throws {
    let server = try RawServer { connection in
      connection.write("HTTP/1.1 400 Bad Request\r\n\r\n")
      connection.waitForEnd()
    }
    let error = await fault(HTTPClient(), "https://127.0.0.1:\(server.port)/")
    #expect(error?.kind == .tls(.handshake))
  }

  @Test
  func `trusted certificates can come from a file, and a missing file is told`() async throws {
    let authority = try ThrowAwayAuthority()
    let server = try server(authority, names: ["right.example"])
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    var settings = settings(authority, names: ["right.example"], port: server.port)
    settings.caPEM = nil
    settings.caFile = file.path()
    #expect(await fault(HTTPClient(settings), "https://right.example/")?.kind == .tls(.trustFile))
    try Data(authority.caCertificatePEM.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(await fault(HTTPClient(settings), "https://right.example/") == nil)
    await server.stop()
  }

  @Test
  func `a certificate that does not fit its key makes no server`() throws {
    let tls = try Self.mismatch()
    let error = #expect(throws: ServerError.self) {
      _ = try LoopbackServer(tls: tls) { _ in HTTPResponse(status: 200) }
    }
    #expect(error?.kind == .tls)
  }

  /// In a process of its own, so that nobody else opens and closes files.
  @Test
  func `a server that does not start closes its socket once, and no file of another`() async {
    await #expect(processExitsWith: .success) {
      let tls = try HTTPTLSTests.mismatch()
      let others = OtherFiles()
      for _ in 0..<200 {
        #expect(throws: ServerError.self) {
          _ = try LoopbackServer(tls: tls) { _ in HTTPResponse(status: 200) }
        }
      }
      #expect(others.lostCount() == 0)
    }
  }

  fileprivate static func mismatch() throws -> ServerTLS {
    let authority = try ThrowAwayAuthority()
    return ServerTLS(
      certificatePEM: try authority.issue(names: ["a.example"]).certificatePEM,
      privateKeyPEM: try authority.issue(names: ["a.example"]).privateKeyPEM
    )
  }

  private func server(_ authority: ThrowAwayAuthority, names: [String]) throws -> LoopbackServer {
    let issued = try authority.issue(names: names)
    let tls = ServerTLS(
      certificatePEM: issued.certificatePEM,
      privateKeyPEM: issued.privateKeyPEM
    )
    return try LoopbackServer(bind: .ipv4, tls: tls) { request in
      HTTPResponse(status: 200, body: Array("\(request.host ?? "-") \(request.target)".utf8))
    }
  }

  private func settings(
    _ authority: ThrowAwayAuthority,
    names: [String],
    port: UInt16
  ) -> HTTPClientSettings {
    HTTPClientSettings(
      caPEM: authority.caCertificatePEM,
      connectTo: names.map {
        ConnectTo(host: $0, port: 443, toHost: "127.0.0.1", toPort: port)
      },
      usesProxies: false
    )
  }

  private func fault(_ client: HTTPClient, _ url: String) async -> HTTPError? {
    do {
      _ = try await client.send(HTTPRequest(method: "GET", url: try URI(url)))
      return nil
    } catch {
      return error as? HTTPError
    }
  }
}

/// A thread that opens and closes files all the time, and so gets each number that becomes free.
private final class OtherFiles: Sendable {
  private let isOver = Atomic(false)
  private let lost = Mutex<Int?>(nil)

  init() {
    Thread.detachNewThread { [self] in
      var lost = 0
      while !isOver.load(ordering: .acquiring) {
        let files = (0..<64).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
        lost += files.count { close($0) != 0 }
      }
      self.lost.withLock { $0 = lost }
    }
  }

  /// How many were closed by somebody else until now; ends the thread.
  func lostCount() -> Int {
    isOver.store(true, ordering: .releasing)
    while true {
      if let count = lost.withLock({ $0 }) { return count }
      sched_yield()
    }
  }
}
