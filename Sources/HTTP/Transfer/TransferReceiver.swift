import Standards
import Synchronization

/// Takes what one transfer brings; called by the transfer thread, in order, and never blocking.
protocol TransferReceiver: Sendable {
  /// Status and header fields of the final response are complete.
  func receive(head: HTTPResponse)
  /// Takes a piece of the body; `false` asks to get the same piece again later.
  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool
  /// The exchange is over; called exactly once.
  func finish(_ error: HTTPError?)
}

/// Keeps the whole body and hands over the response at the end.
final class CollectingReceiver: TransferReceiver {
  private let response = Mutex(HTTPResponse(status: 0))
  private let whenDone: @Sendable (Result<HTTPResponse, HTTPError>) -> Void

  init(whenDone: @escaping @Sendable (Result<HTTPResponse, HTTPError>) -> Void) {
    self.whenDone = whenDone
  }

  func receive(head: HTTPResponse) {
    response.withLock { $0 = head }
  }

  func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
    response.withLock { $0.body.append(contentsOf: bytes) }
    return true
  }

  func finish(_ error: HTTPError?) {
    if let error {
      whenDone(.failure(error))
    } else {
      whenDone(.success(response.withLock { $0 }))
    }
  }
}
