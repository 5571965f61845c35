import Foundation
import Glibc
import HTTP
import Standards
import Testing

@Suite(.timeLimit(.minutes(10)))
struct HTTPStreamTests {
  private let client = HTTPClient(HTTPClientSettings(limits: .patient))

  @Test
  func `the head is there before the body`() async throws {
    let (steps, step) = AsyncStream.makeStream(of: Void.self)
    let gate = DispatchSemaphore(value: 0)
    let server = try RawServer { connection in
      connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nX-A: b\r\nContent-Length: 5\r\n\r\n")
      step.yield()
      gate.wait()
      connection.write("hello")
    }
    let stream = try await client.stream(request(server))
    for await _ in steps { break }
    #expect(stream.head.status == 200)
    #expect(stream.head.headers["x-a"] == "b")
    gate.signal()
    #expect(try await all(stream) == Array("hello".utf8))
    #expect(try await stream.next() == nil)
  }

  @Test
  func `a body far larger than the memory it may take arrives whole and in order`() async throws {
    let piece = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let count = 50
    let server = try RawServer { connection in
      connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(piece.count * count)\r\n\r\n")
      for _ in 0..<count { connection.write(piece) }
    }
    let stream = try await client.stream(request(server))
    var offset = 0
    while let bytes = try await stream.next() {
      // What waits for the reader stays bounded, however fast the server is.
      #expect(bytes.count <= 512 << 10)
      let start = offset % piece.count
      let expected = (0..<bytes.count).map { piece[(start + $0) % piece.count] }
      guard bytes == expected else {
        Issue.record("wrong bytes at \(offset)")
        break
      }
      offset += bytes.count
      try await Task.sleep(for: .milliseconds(1))
    }
    #expect(offset == piece.count * count)
  }

  @Test
  func `a body that ends early throws after its last piece`() async throws {
    let server = try RawServer { connection in
      connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
    }
    let stream = try await client.stream(request(server))
    let error = await #expect(throws: HTTPError.self) { try await all(stream) }
    #expect(error?.kind == .closedEarly)
  }

  @Test
  func `a stream that is dropped closes its connection`() async throws {
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    let server = try RawServer { connection in
      connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
      connection.waitForEnd()
      end.yield()
    }
    _ = try await client.stream(request(server))
    for await _ in ends { break }
  }

  @Test
  func `a file is sent with its length`() async throws {
    let server = try RawServer { connection in
      connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    }
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let content = String(repeating: "line\n", count: 40_000)
    try Data(content.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let handle = try FileHandle(forReadingFrom: file)
    let upload = FileUpload(descriptor: handle.fileDescriptor, length: 200_000)
    let response = try await client.send(request(server, method: "POST"), upload: upload)
    #expect(response.status == 200)
    let sent = try #require(server.requests.first)
    #expect(sent.hasPrefix("POST / HTTP/1.1\r\n"))
    #expect(sent.contains("Content-Length: 200000\r\n"))
    #expect(!sent.lowercased().contains("expect"))
    #expect(sent.hasSuffix("\r\n\r\n\(content)"))
  }

  @Test
  func `a pipe is sent in chunks as it fills, and others are not held up`() async throws {
    let pipe = Pipe()
    let (reading, writing) = (pipe.fileHandleForReading, pipe.fileHandleForWriting)
    let server = try LoopbackServer(bind: .ipv4) { request in
      HTTPResponse(status: 200, body: request.body)
    }
    let url = try URI("http://127.0.0.1:\(server.port)/")
    let upload = FileUpload(descriptor: reading.fileDescriptor)
    async let sent = client.send(HTTPRequest(method: "POST", url: url), upload: upload)
    try writing.write(contentsOf: Data("one ".utf8))
    let other = try await client.send(HTTPRequest(method: "POST", url: url, body: [1]))
    #expect(other.body == [1])
    try writing.write(contentsOf: Data("two".utf8))
    try writing.close()
    #expect(try await sent.body == Array("one two".utf8))
    await server.stop()
  }

  @Test
  func `pieces of memory and of files are sent one after another`() async throws {
    let server = try RawServer { connection in
      connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    }
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data("file".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    func opened() -> UploadFile { UploadFile(owning: open(file.path, O_RDONLY | O_CLOEXEC)) }
    let progress = TransferProgress()
    let upload = FileUpload(
      pieces: [
        .bytes(Array("<".utf8)), .file(opened(), length: 4), .bytes([]), .bytes(Array("|".utf8)),
        .file(opened(), length: 2), .bytes(Array(">".utf8)),
      ],
      progress: progress
    )
    #expect(upload.length == 9)
    _ = try await client.send(request(server, method: "POST"), upload: upload)
    let sent = try #require(server.requests.first)
    #expect(sent.contains("Content-Length: 9\r\n"))
    #expect(sent.hasSuffix("\r\n\r\n<file|fi>"))
    #expect(progress.sent == 9)
  }

  @Test
  func `a file that has become shorter is an error`() async throws {
    let server = try RawServer { connection in
      connection.readRequest()
      connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    }
    let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data("1234".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let descriptor = open(file.path, O_RDONLY | O_CLOEXEC)
    let error = await #expect(throws: HTTPError.self) {
      let upload = FileUpload(pieces: [.file(UploadFile(owning: descriptor), length: 10)])
      _ = try await client.send(request(server, method: "POST"), upload: upload)
    }
    #expect(error?.message.contains("shorter") == true)
  }

  private func all(_ stream: HTTPStream) async throws -> [UInt8] {
    var body: [UInt8] = []
    while let bytes = try await stream.next() { body += bytes }
    return body
  }

  private func request(_ server: RawServer, method: String = "GET") throws -> HTTPRequest {
    HTTPRequest(method: method, url: try URI("http://127.0.0.1:\(server.port)/"))
  }
}
