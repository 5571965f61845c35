package import Standards

/// A response whose body arrives in pieces, no faster than they are taken.
package final class HTTPStream: Sendable {
  private let client: HTTPClient
  private let transfer: TransferID
  private let receiver: StreamReceiver

  init(client: HTTPClient, transfer: TransferID, receiver: StreamReceiver) {
    self.client = client
    self.transfer = transfer
    self.receiver = receiver
  }

  deinit {
    // A stream that nobody reads any more must not hold its connection.
    client.post(.cancel(transfer))
  }

  /// Status and header fields, with an empty body.
  package var head: HTTPResponse { receiver.head ?? HTTPResponse(status: 0) }

  /// The next piece of the body, `nil` at its end.
  package func next() async throws(HTTPError) -> [UInt8]? {
    let result = await withTaskCancellationHandler {
      await receiver.next { client.post(.resume(transfer)) }
    } onCancel: {
      client.post(.cancel(transfer))
    }
    return try result.get()
  }

  func receiveHead() async throws(HTTPError) {
    let result = await withTaskCancellationHandler {
      await receiver.receiveHead()
    } onCancel: {
      client.post(.cancel(transfer))
    }
    try result.get()
  }
}
