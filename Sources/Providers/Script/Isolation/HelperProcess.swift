import Glibc
import LuaGuest

/// The sole owner of a helper process: killed and reaped when it goes out of scope.
struct HelperProcess: ~Copyable, Sendable {
  /// Why no more frames come or go.
  enum Broken: Error {
    /// It has left, or crashed.
    case ended
    case late
    case malformed
  }

  /// What the kernel keeps from the helper.
  struct Wall: OptionSet, Hashable, Sendable {
    let rawValue: UInt32

    static let limits = Wall(rawValue: LG_WALL_LIMITS.rawValue)
    static let noNewPrivileges = Wall(rawValue: LG_WALL_NO_PRIVILEGES.rawValue)
    static let landlock = Wall(rawValue: LG_WALL_LANDLOCK.rawValue)
    static let seccomp = Wall(rawValue: LG_WALL_SECCOMP.rawValue)
  }

  let number: Int32
  private let socket: Int32

  /// Starts `program`; throws the number of the system's error.
  init(_ program: String) throws(SystemError) {
    var helper = lg_helper()
    let failure = lg_helper_start(program, &helper)
    guard failure == 0 else { throw SystemError(number: failure) }
    number = helper.process
    socket = helper.socket
  }

  deinit {
    var helper = lg_helper(process: number, socket: socket)
    lg_helper_end(&helper)
  }

  struct SystemError: Error {
    let number: Int32

    var text: String { String(cString: strerror(number)) }
  }

  /// Kills the helper, unless it is dead, and says which signal ended it; it stays to be reaped.
  borrowing func signal() -> Int32 { lg_helper_signal(number) }

  /// Sends a whole frame.
  borrowing func send(
    _ frame: [UInt8],
    until deadline: ContinuousClock.Instant
  ) throws(Broken) {
    var sent = 0
    while sent < frame.count {
      let count = frame.withUnsafeBytes { bytes in
        Glibc.send(
          socket,
          bytes.baseAddress?.advanced(by: sent),
          bytes.count - sent,
          Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
        )
      }
      if count > 0 {
        sent += count
      } else if count < 0, errno == EAGAIN {
        try wait(for: POLLOUT, until: deadline)
      } else if count >= 0 || errno != EINTR {
        throw .ended
      }
    }
  }

  /// The content of the next frame, which may be as long as `limit`.
  borrowing func receive(
    atMost limit: Int,
    until deadline: ContinuousClock.Instant
  ) throws(Broken) -> [UInt8] {
    let head = try bytes(4, until: deadline)
    let count = head.reversed().reduce(0) { $0 << 8 | Int($1) }
    guard (1...limit).contains(count) else { throw .malformed }
    return try bytes(count, until: deadline)
  }

  private borrowing func bytes(
    _ count: Int,
    until deadline: ContinuousClock.Instant
  ) throws(Broken) -> [UInt8] {
    var received = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let got = received.withUnsafeMutableBytes { bytes in
        recv(
          socket,
          bytes.baseAddress?.advanced(by: filled),
          bytes.count - filled,
          Int32(MSG_DONTWAIT)
        )
      }
      if got > 0 {
        filled += got
      } else if got < 0, errno == EAGAIN {
        try wait(for: POLLIN, until: deadline)
      } else if got == 0 || errno != EINTR {
        throw .ended
      }
    }
    return received
  }

  private borrowing func wait(
    for events: Int32,
    until deadline: ContinuousClock.Instant
  ) throws(Broken) {
    let left = deadline - .now
    let milliseconds =
      left.components.seconds * 1000
      + left.components.attoseconds / 1_000_000_000_000_000
    guard left > .zero else { throw .late }
    var poller = pollfd(fd: socket, events: Int16(events), revents: 0)
    let ready = poll(&poller, 1, Int32(clamping: milliseconds + 1))
    if ready < 0, errno != EINTR { throw .ended }
  }
}
