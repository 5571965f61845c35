import Foundation
import Glibc
import HTTP
import Standards
import Testing

@Suite(.timeLimit(.minutes(10)))
struct HTTPFaultTests {
  /// For what ends by its size or by what the server does.
  private static let small = HTTPLimits(
    connectTimeout: .seconds(600),
    totalTimeout: .seconds(600),
    maxBody: 1_000,
    maxHeader: 2_000
  )

  /// For what never ends by itself; long enough for the phase before the one that is meant.
  private static let short = HTTPLimits(
    connectTimeout: .milliseconds(1_400),
    totalTimeout: .milliseconds(1_500)
  )

  @Test
  func `a server that never answers ends at the total time`() async throws {
    let server = try RawServer { $0.waitForEnd() }
    let error = await fault(server, limits: Self.short)
    #expect(error?.kind == .timeout(afterSeconds: 1.5, phase: .waiting))
    #expect(error?.message == "127.0.0.1:\(server.port): no answer within 1.5 s")
  }

  @Test
  func `a server that drips ends at the total time`() async throws {
    let server = try RawServer { connection in
      connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n")
      while connection.write("x") { usleep(50_000) }
    }
    let error = await fault(server, limits: Self.short)
    #expect(error?.kind == .timeout(afterSeconds: 1.5, phase: .receiving))
  }

  @Test
  func `a TLS handshake that never ends is bounded by the connect time`() async throws {
    let server = try RawServer { $0.waitForEnd() }
    let error = await fault(server, scheme: "https", limits: Self.short)
    #expect(error?.kind == .timeout(afterSeconds: 1.4, phase: .handshake))
  }

  @Test
  func `a body that stands still is ended by the stall time`() async throws {
    let server = try RawServer { connection in
      connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\nx")
      connection.waitForEnd()
    }
    let limits = HTTPLimits(totalTimeout: nil, stallTimeout: .seconds(1))
    let error = await fault(server, limits: limits)
    #expect(error?.kind == .timeout(afterSeconds: 1, phase: .receiving))
  }

  @Test(arguments: [
    "", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhal",
  ])
  func `an answer that ends early is no answer`(text: String) async throws {
    let server = try RawServer { connection in
      connection.readRequest()
      connection.write(text)
    }
    let error = await fault(server)
    #expect(error?.kind == .closedEarly)
  }

  @Test(arguments: [
    "SSH-2.0-OpenSSH_9.2\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n",
    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 9\r\n\r\nnot gzip!",
  ])
  func `an answer that is not HTTP is a protocol fault`(text: String) async throws {
    let server = try RawServer { connection in
      connection.readRequest()
      connection.write(text)
    }
    let error = await fault(server)
    #expect(error?.kind == .protocol)
  }

  @Test
  func `a body over the cap ends the exchange, and one that just fits does not`() async throws {
    let server = try RawServer { connection in
      let size = connection.readRequest().contains("GET /fits") ? 1_000 : 1_001
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
      connection.write([UInt8](repeating: 0x61, count: size))
    }
    #expect(await fault(server)?.kind == .tooLarge(limit: 1_000))
    #expect(await fault(server, path: "/fits") == nil)
  }

  @Test
  func `the cap counts what a packed body unfolds to`() async throws {
    // 100,000 zero bytes as one gzip member of 121 bytes.
    let packed = try gzip(of: [UInt8](repeating: 0, count: 100_000))
    #expect(packed.count < 1_000)
    let server = try RawServer { connection in
      connection.readRequest()
      connection.write(
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n\r\n"
      )
      connection.write(packed)
    }
    #expect(await fault(server)?.kind == .tooLarge(limit: 1_000))
    let response = try await HTTPClient().send(request(server))
    #expect(response.body == [UInt8](repeating: 0, count: 100_000))
  }

  @Test
  func `a header over the cap ends the exchange`() async throws {
    let server = try RawServer { connection in
      connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\n")
      for number in 0..<100
      where !connection.write("X-\(number): \(String(repeating: "a", count: 50))\r\n") {
        return
      }
      connection.write("\r\n")
    }
    #expect(await fault(server)?.kind == .tooLarge(limit: 2_000))
  }

  @Test
  func `a port where nobody listens is told as refused`() async throws {
    // Bound, so that nobody else takes the port, but not listening.
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        _ = bind(descriptor, address, size)
        _ = getsockname(descriptor, address, &size)
      }
    }
    let port = UInt16(bigEndian: address.sin_port)
    let error = await fault(url: "http://127.0.0.1:\(port)/?secret=1")
    #expect(error?.kind == .refused)
    #expect(error?.message == "127.0.0.1:\(port): connection refused")
  }

  @Test
  func `a name without an address is told as unresolvable`() async throws {
    let error = await fault(url: "http://no-such-host.invalid/?secret=1", limits: .standard)
    #expect(error?.kind == .resolve)
    #expect(error?.message == "no-such-host.invalid: the host name cannot be resolved")
  }

  @Test
  func `cancelling the task ends the exchange`() async throws {
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    let server = try RawServer { connection in
      connection.readRequest()
      arrival.yield()
      connection.waitForEnd()
    }
    let request = try request(server)
    let task = Task {
      await #expect(throws: HTTPError.self) { try await HTTPClient().send(request) }
    }
    for await _ in arrivals { break }
    task.cancel()
    #expect(await task.value?.kind == .cancelled)
  }

  @Test
  func `a task that is cancelled before it sends gets no answer`() async throws {
    let server = try RawServer { $0.waitForEnd() }
    let request = try request(server)
    let task = Task {
      try? await Task.sleep(for: .seconds(60))
      return await #expect(throws: HTTPError.self) { try await HTTPClient().send(request) }
    }
    task.cancel()
    #expect(await task.value?.kind == .cancelled)
  }

  private func request(_ server: RawServer) throws -> HTTPRequest {
    HTTPRequest(method: "GET", url: try URI("http://127.0.0.1:\(server.port)/"))
  }

  private func fault(
    _ server: RawServer,
    scheme: String = "http",
    path: String = "/?secret=1",
    limits: HTTPLimits = small
  ) async -> HTTPError? {
    await fault(url: "\(scheme)://127.0.0.1:\(server.port)\(path)", limits: limits)
  }

  private func fault(url: String, limits: HTTPLimits = small) async -> HTTPError? {
    do {
      _ = try await HTTPClient().send(
        HTTPRequest(method: "GET", url: try URI(url)),
        limits: limits
      )
      return nil
    } catch {
      let error = error as? HTTPError
      #expect(error?.message.contains("secret") == false)
      return error
    }
  }
}

/// Packs with the system's `gzip`.
private func gzip(of bytes: [UInt8]) throws -> [UInt8] {
  let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try Data(bytes).write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = ["gzip", "-c", file.path()]
  let pipe = Pipe()
  process.standardOutput = pipe
  try process.run()
  let packed = [UInt8](pipe.fileHandleForReading.readDataToEndOfFile())
  process.waitUntilExit()
  return packed
}
