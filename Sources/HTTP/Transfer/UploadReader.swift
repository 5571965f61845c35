import Glibc

/// Reads the pieces of an upload one after another, never waiting for a file that has nothing yet.
struct UploadReader {
  enum Outcome: Equatable {
    /// So many bytes; zero is the end.
    case read(Int)
    /// The piece's file has nothing to read for now.
    case wait
    case unreadable
    /// A file had fewer bytes than its stated length.
    case short
  }

  private let pieces: [FileUpload.Piece]
  private var index = 0
  /// Bytes of the current piece that have been read.
  private var offset: Int64 = 0

  init(_ upload: FileUpload) {
    pieces = upload.pieces
  }

  /// The file that is being read; what to watch while waiting.
  var descriptor: Int32? {
    guard index < pieces.count, case .file(let file, _) = pieces[index] else { return nil }
    return file.descriptor
  }

  /// Fills `buffer` as far as one read can.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
    while index < pieces.count {
      let count: Int
      switch pieces[index] {
      case .bytes(let bytes):
        count = min(buffer.count, bytes.count - Int(offset))
        bytes.withUnsafeBytes { bytes in
          buffer.copyMemory(from: .init(rebasing: bytes[Int(offset)..<Int(offset) + count]))
        }
      case .file(let file, let length):
        let wanted = length.map { Int(min($0 - offset, Int64(buffer.count))) } ?? buffer.count
        if wanted == 0 {
          count = 0
        } else {
          switch Self.read(file.descriptor, buffer, wanted) {
          case .read(let got):
            if got == 0, length != nil { return .short }
            count = got
          case let other: return other
          }
        }
      }
      guard count == 0 else {
        offset += Int64(count)
        return .read(count)
      }
      index += 1
      offset = 0
    }
    return .read(0)
  }

  private static func read(
    _ descriptor: Int32,
    _ buffer: UnsafeMutableRawBufferPointer,
    _ count: Int
  ) -> Outcome {
    // A pipe may have nothing to read for now: the thread of all transfers must not wait on it.
    var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&poller, 1, 0) != 0 else { return .wait }
    while true {
      let got = Glibc.read(descriptor, buffer.baseAddress, count)
      if got >= 0 { return .read(got) }
      switch errno {
      case EINTR: continue
      case EAGAIN: return .wait
      default: return .unreadable
      }
    }
  }
}
