import Standards
import Synchronization

/// Holds a few pieces of a body until their reader takes them.
final class StreamReceiver: TransferReceiver {
  /// Bytes that may wait for the reader before the transfer pauses.
  private static let capacity = 256 << 10

  private struct State {
    var head: HTTPResponse?
    var waiting: [UInt8] = []
    var isPaused = false
    var end: Result<Void, HTTPError>?
    var headReader: CheckedContinuation<Result<Void, HTTPError>, Never>?
    var reader: CheckedContinuation<Result<[UInt8]?, HTTPError>, Never>?
  }

  private let state = Mutex(State())

  var head: HTTPResponse? { state.withLock { $0.head } }

  func receive(head: HTTPResponse) {
    let reader = state.withLock { state in
      state.head = head
      defer { state.headReader = nil }
      return state.headReader
    }
    reader?.resume(returning: .success(()))
  }

  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let piece = Array(bytes)
    let (isTaken, reader) = state.withLock { state in
      if let reader = state.reader {
        state.reader = nil
        return (true, Optional(reader))
      }
      guard state.waiting.count < Self.capacity else {
        state.isPaused = true
        return (false, nil)
      }
      state.waiting += piece
      return (true, nil)
    }
    reader?.resume(returning: .success(piece))
    return isTaken
  }

  func finish(_ error: HTTPError?) {
    let end: Result<Void, HTTPError> = error.map { .failure($0) } ?? .success(())
    let (headReader, reader) = state.withLock { state in
      state.end = end
      defer { (state.headReader, state.reader) = (nil, nil) }
      return (state.headReader, state.reader)
    }
    headReader?.resume(returning: end)
    reader?.resume(returning: end.map { nil })
  }

  func receiveHead() async -> Result<Void, HTTPError> {
    await withCheckedContinuation { continuation in
      let known: Result<Void, HTTPError>? = state.withLock { state in
        if state.head != nil { return .success(()) }
        if let end = state.end { return end }
        state.headReader = continuation
        return nil
      }
      if let known { continuation.resume(returning: known) }
    }
  }

  /// The next piece; `resume` is called when a paused transfer can go on.
  func next(resume: () -> Void) async -> Result<[UInt8]?, HTTPError> {
    await withCheckedContinuation { continuation in
      let (known, wasPaused): (Result<[UInt8]?, HTTPError>?, Bool) = state.withLock { state in
        let wasPaused = state.isPaused
        state.isPaused = false
        if !state.waiting.isEmpty {
          defer { state.waiting = [] }
          return (.success(state.waiting), wasPaused)
        }
        if let end = state.end { return (end.map { nil }, false) }
        state.reader = continuation
        return (nil, wasPaused)
      }
      if let known { continuation.resume(returning: known) }
      if wasPaused { resume() }
    }
  }
}
