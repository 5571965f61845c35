import Foundation
import Glibc
import Synchronization

/// A TCP server whose connections are each played by a closure: for peers that misbehave.
final class RawServer: Sendable {
  let port: UInt16
  private let listener: ListeningDescriptor
  private let log = Log()

  private final class Log: Sendable {
    let requests = Mutex<[String]>([])
    let connectionCount = Mutex(0)
  }

  /// What was read by `Connection.readRequest`, in the order of arrival.
  var requests: [String] { log.requests.withLock { $0 } }
  var connectionCount: Int { log.connectionCount.withLock { $0 } }

  init(play: @escaping @Sendable (Connection) -> Void) throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(descriptor, address, size) == 0 ? getsockname(descriptor, address, &size) : -1
      }
    }
    guard status == 0, listen(descriptor, 1_024) == 0 else { throw POSIXError(.EADDRNOTAVAIL) }
    let listening = ListeningDescriptor(descriptor)
    listener = listening
    port = UInt16(bigEndian: address.sin_port)
    let log = log
    Thread.detachNewThread {
      while true {
        let client = accept(listening.number, nil, nil)
        guard client >= 0 else { return }
        log.connectionCount.withLock { $0 += 1 }
        let connection = Connection(descriptor: client) { text in
          log.requests.withLock { $0.append(text) }
        }
        Thread.detachNewThread {
          play(connection)
          close(client)
        }
      }
    }
  }

  deinit {
    // `accept` returns with an error, and the thread gives the socket up.
    shutdown(listener.number, Int32(SHUT_RDWR))
  }

  /// One accepted connection; the calls block.
  struct Connection: Sendable {
    let descriptor: Int32
    let note: @Sendable (String) -> Void

    /// Reads to the end of the header, and of the body that `Content-Length` announces.
    @discardableResult
    func readRequest() -> String {
      var bytes: [UInt8] = []
      var byte: UInt8 = 0
      while !bytes.suffix(4).elementsEqual(Array("\r\n\r\n".utf8)) {
        guard read(descriptor, &byte, 1) == 1 else { break }
        bytes.append(byte)
      }
      let head = String(decoding: bytes, as: UTF8.self)
      let length = head.split(separator: "\r\n").compactMap { line in
        line.lowercased().hasPrefix("content-length:")
          ? Int(line.dropFirst(15).trimmingCharacters(in: .whitespaces)) : nil
      }
      for _ in 0..<(length.first ?? 0) {
        guard read(descriptor, &byte, 1) == 1 else { break }
        bytes.append(byte)
      }
      let text = String(decoding: bytes, as: UTF8.self)
      if !text.isEmpty { note(text) }
      return text
    }

    /// Returns whether the peer still takes bytes.
    @discardableResult
    func write(_ text: String) -> Bool { write(Array(text.utf8)) }

    @discardableResult
    func write(_ bytes: [UInt8]) -> Bool {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }

    /// Waits until the peer closes.
    func waitForEnd() {
      var byte: UInt8 = 0
      while read(descriptor, &byte, 1) > 0 {}
    }
  }
}

/// Closed only when the server and the thread that accepts are both through with it: a number closed under the
/// thread could be another's socket, whose connections it would take.
private final class ListeningDescriptor: Sendable {
  let number: Int32

  init(_ number: Int32) {
    self.number = number
  }

  deinit {
    close(number)
  }
}
