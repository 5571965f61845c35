import Standards
import Synchronization

/// Where the answers to one login arrive: from the listener, from the keyboard, or not at all.
final class CallbackInbox: Sendable {
  enum Arrival: Sendable {
    case callback(Parameters, PageReply)
    /// A line that the user typed or pasted.
    case line(String)
    /// Nobody can type any more.
    case inputEnded
    case timedOut
  }

  let arrivals: AsyncStream<Arrival>
  private let continuation: AsyncStream<Arrival>.Continuation

  init() {
    (arrivals, continuation) = AsyncStream.makeStream(of: Arrival.self)
  }

  func deliver(_ arrival: Arrival) {
    // After the end of the wait nobody will look at it: the browser must still get an answer.
    if case .terminated = continuation.yield(arrival), case .callback(_, let reply) = arrival {
      reply.answer(.ended)
    }
  }

  func close() {
    continuation.finish()
  }
}

/// The page that one waiting browser request will get; the first answer counts.
final class PageReply: Sendable {
  private enum State {
    case waiting(CheckedContinuation<CallbackPage, Never>?)
    case answered(CallbackPage)
  }

  private let state = Mutex(State.waiting(nil))

  func answer(_ page: CallbackPage) {
    let continuation = state.withLock { state -> CheckedContinuation<CallbackPage, Never>? in
      guard case .waiting(let continuation) = state else { return nil }
      state = .answered(page)
      return continuation
    }
    continuation?.resume(returning: page)
  }

  func page() async -> CallbackPage {
    await withCheckedContinuation { continuation in
      let known = state.withLock { state -> CallbackPage? in
        guard case .answered(let page) = state else {
          state = .waiting(continuation)
          return nil
        }
        return page
      }
      if let known { continuation.resume(returning: known) }
    }
  }

  deinit {
    answer(.ended)
  }
}
