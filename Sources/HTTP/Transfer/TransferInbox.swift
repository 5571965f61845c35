import Synchronization

/// Where callers leave messages for the transfer thread, which it starts with the first one.
final class TransferInbox: Sendable {
  /// A word to the transfer thread.
  enum Message: Sendable {
    case start(TransferOrder)
    case cancel(TransferID)
    /// The reader of a paused transfer has room again.
    case resume(TransferID)
  }

  private struct State {
    var messages: [Message] = []
    var isClosed = false
    var signal: WakeSignal?
    var lastID: UInt64 = 0
  }

  private let state = Mutex(State())

  func makeID() -> TransferID {
    state.withLock { state in
      state.lastID += 1
      return TransferID(number: state.lastID)
    }
  }

  func post(_ message: Message) {
    let failure: HTTPError? = state.withLock { state in
      if let signal = state.signal {
        state.messages.append(message)
        signal.raise()
        return nil
      }
      // Before the first start there is nothing to cancel or to resume.
      guard case .start(let order) = message else { return nil }
      do throws(CurlFault) {
        let signal = try WakeSignal()
        try TransferThread.start(inbox: self, signal: signal)
        state.signal = signal
        state.messages.append(message)
        return nil
      } catch {
        return HTTPError(.internal, host: order.host, error.reason)
      }
    }
    if let failure, case .start(let order) = message { order.receiver.finish(failure) }
  }

  /// Ends the thread once its current work is done.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.signal?.raise()
    }
  }

  /// What has arrived since the last call; `nil` when the thread shall end.
  func take() -> [Message]? {
    state.withLock { state in
      guard !state.isClosed else { return nil }
      defer { state.messages = [] }
      return state.messages
    }
  }
}
