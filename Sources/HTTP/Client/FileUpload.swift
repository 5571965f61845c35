import Glibc
import Synchronization

/// A request body that is read while it is sent: pieces of memory and of open files, one after another.
package struct FileUpload: Sendable {
  package enum Piece: Sendable {
    case bytes([UInt8])
    /// Read from the file's current position; no length means up to its end.
    case file(UploadFile, length: Int64?)
  }

  package var pieces: [Piece]
  /// Counts what has been read for sending.
  package var progress: TransferProgress?

  package init(pieces: [Piece], progress: TransferProgress? = nil) {
    self.pieces = pieces
    self.progress = progress
  }

  /// One open file, which stays the caller's to close, after the exchange.
  package init(descriptor: Int32, length: Int64? = nil) {
    self.init(pieces: [.file(UploadFile(borrowing: descriptor), length: length)])
  }

  /// The bytes to send; `nil` reads to the end and sends them in chunks (HTTP/1.1 `chunked`).
  package var length: Int64? {
    var sum: Int64 = 0
    for piece in pieces {
      switch piece {
      case .bytes(let bytes): sum += Int64(bytes.count)
      case .file(_, let length):
        guard let length else { return nil }
        sum += length
      }
    }
    return sum
  }
}

/// An open file that is sent; one that it owns is closed when the last transfer that reads it is over.
package final class UploadFile: Sendable {
  let descriptor: Int32
  private let isOwned: Bool

  /// Takes over a descriptor.
  package init(owning descriptor: Int32) {
    self.descriptor = descriptor
    isOwned = true
  }

  /// Reads a descriptor that somebody else closes, after the exchange.
  package init(borrowing descriptor: Int32) {
    self.descriptor = descriptor
    isOwned = false
  }

  deinit {
    if isOwned { close(descriptor) }
  }
}

/// How far a transfer has come, for somebody who watches it.
package final class TransferProgress: Sendable {
  private let sentCount = Atomic<Int64>(0)

  package init() {}

  /// Bytes of the request's body so far.
  package var sent: Int64 { sentCount.load(ordering: .relaxed) }

  func add(sent count: Int) {
    sentCount.add(Int64(count), ordering: .relaxed)
  }
}
