import LuaGuest

/// Carries the guest's calls to the host: the object behind the C callback's context pointer.
final class Relay {
  // The guest's owner owns the host as well, so neither outlives the other.
  let target: (any Guest.Host)?

  init(_ target: (any Guest.Host)?) { self.target = target }

  /// Runs on the thread that runs the guest, between C frames: it must return and never raise.
  static let answer: lg_host = { context, guest, name, nameLength, arguments, length, mayWait in
    guard let context else { return Int32(LG_RAISE.rawValue) }
    let relay = Unmanaged<Relay>.fromOpaque(context).takeUnretainedValue()
    let answer = relay.target?.answer(
      String(decoding: UnsafeBufferPointer(start: name, count: nameLength), as: UTF8.self),
      Array(UnsafeBufferPointer(start: arguments, count: length)),
      mayWait: mayWait != 0
    )
    let (code, bytes) = (answer ?? .raise("the host is not available here")).encoded
    bytes.withUnsafeBufferPointer { lg_reply(guest, $0.baseAddress, $0.count) }
    return code
  }
}

extension Guest.Answer {
  /// The answer's number in the C interface, and its bytes.
  var encoded: (code: Int32, bytes: [UInt8]) {
    switch self {
    case .value(let bytes): (Int32(LG_VALUE.rawValue), bytes)
    case .raise(let text): (Int32(LG_RAISE.rawValue), Array(text.utf8))
    case .fail(let payload): (Int32(LG_FAIL.rawValue), payload)
    case .wait: (Int32(LG_WAIT.rawValue), [])
    case .stop(let text): (Int32(LG_STOP.rawValue), Array(text.utf8))
    }
  }
}
