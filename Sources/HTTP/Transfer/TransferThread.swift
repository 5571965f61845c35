import CCurl
import Glibc

/// The loop of the one thread that drives all transfers of a client.
final class TransferThread {
  /// Transfers that may look up their host's name at once: libcurl spends a thread on each look-up.
  private static let lookupLimit = 32

  private let inbox: TransferInbox
  private let signal: WakeSignal
  private let multi: MultiHandle
  private var transfers: [UnsafeMutableRawPointer: Transfer] = [:]
  private var handles: [TransferID: UnsafeMutableRawPointer] = [:]
  private var queue: [TransferOrder] = []

  private init(inbox: TransferInbox, signal: WakeSignal) throws(CurlFault) {
    self.inbox = inbox
    self.signal = signal
    multi = try MultiHandle()
  }

  /// Starts the thread, which ends by itself when the inbox is closed.
  static func start(inbox: TransferInbox, signal: WakeSignal) throws(CurlFault) {
    try CurlFault.check(CurlLibrary.state)
    guard DetachedThread.start({ run(inbox, signal) }) else {
      throw CurlFault("the transfer thread cannot be started")
    }
  }

  private static func run(_ inbox: TransferInbox, _ signal: WakeSignal) {
    do throws(CurlFault) {
      try TransferThread(inbox: inbox, signal: signal).loop()
    } catch {
      // Out of memory at the very start: whoever waits has to hear of it, now and later.
      while let messages = inbox.take() {
        for case .start(let order) in messages {
          order.receiver.finish(HTTPError(.internal, host: order.host, error.reason))
        }
        var poller = pollfd(fd: signal.descriptor, events: Int16(POLLIN), revents: 0)
        poll(&poller, 1, -1)
        signal.clear()
      }
    }
  }

  private func loop() {
    while let messages = inbox.take() {
      for message in messages {
        handle(message)
      }
      admit()
      multi.perform()
      finishEnded()
      admit()
      wait()
    }
    for pointer in Array(transfers.keys) {
      end(pointer, cause: .cancelled)
    }
    for order in queue {
      order.receiver.finish(HTTPError(.cancelled, host: order.host, "given up"))
    }
  }

  private func handle(_ message: TransferInbox.Message) {
    switch message {
    case .start(let order):
      queue.append(order)
    case .cancel(let id):
      if let pointer = handles[id] {
        end(pointer, cause: .cancelled)
      } else if let index = queue.firstIndex(where: { $0.id == id }) {
        let order = queue.remove(at: index)
        order.receiver.finish(HTTPError(.cancelled, host: order.host, "given up"))
      }
    case .resume(let id):
      if let pointer = handles[id] { transfers[pointer]?.resume() }
    }
  }

  /// Starts queued transfers as far as the look-up limit allows.
  private func admit() {
    guard !queue.isEmpty else { return }
    let lookingUp = transfers.values.count { !$0.hasAddress }
    let count = min(queue.count, max(0, Self.lookupLimit - lookingUp))
    let admitted = queue.prefix(count)
    queue.removeFirst(count)
    for order in admitted {
      begin(order)
    }
    expireQueued()
  }

  private func begin(_ order: TransferOrder) {
    do throws(CurlFault) {
      let transfer = try Transfer(order)
      transfers[transfer.pointer] = transfer
      handles[order.id] = transfer.pointer
      do throws(CurlFault) {
        try multi.add(transfer.pointer)
      } catch {
        transfers[transfer.pointer] = nil
        handles[order.id] = nil
        throw error
      }
    } catch {
      order.receiver.finish(HTTPError(.internal, host: order.host, error.reason))
    }
  }

  private func expireQueued() {
    let now = ContinuousClock.now
    queue.removeAll { order in
      guard let limit = order.limits.totalTimeout, now - order.queuedAt > limit else {
        return false
      }
      order.receiver.finish(
        HTTPError(
          .timeout(afterSeconds: limit.inSeconds, phase: .queued),
          host: order.host,
          "not started within \(limit.inWords)"
        )
      )
      return true
    }
  }

  private func finishEnded() {
    while let (pointer, result) = multi.nextEnded() {
      end(pointer, cause: .ended(result))
    }
  }

  private func end(_ pointer: UnsafeMutableRawPointer, cause: Transfer.End) {
    guard let transfer = transfers.removeValue(forKey: pointer) else { return }
    handles[transfer.order.id] = nil
    // While it is still attached: the reasons and times of the failure go with the removal.
    let error = transfer.error(for: cause)
    multi.remove(pointer)
    transfer.order.receiver.finish(error)
  }

  private func wait() {
    var descriptors = [
      curl_waitfd(fd: signal.descriptor, events: Int16(CURL_WAIT_POLLIN), revents: 0)
    ]
    var uploads: [Transfer] = []
    for transfer in transfers.values {
      guard let descriptor = transfer.awaitedFile else { continue }
      uploads.append(transfer)
      descriptors.append(
        curl_waitfd(fd: descriptor, events: Int16(CURL_WAIT_POLLIN), revents: 0)
      )
    }
    // libcurl wakes up for its own timers; the second is for those in the queue.
    multi.wait(for: &descriptors, milliseconds: queue.isEmpty ? 60_000 : 1_000)
    if descriptors[0].revents != 0 { signal.clear() }
    for (upload, descriptor) in zip(uploads, descriptors.dropFirst()) where descriptor.revents != 0
    {
      upload.resume()
    }
  }
}
