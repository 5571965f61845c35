import CPostgres
import Glibc

/// One connection to a server; closed when it goes out of scope.
struct PostgresConnection: ~Copyable {
  private let handle: OpaquePointer

  /// The longest wait for the answer to one statement, in seconds.
  private static let statementLimit = 20

  /// Connects; blocks for the `connect_timeout` of each host at most.
  init(_ parameters: [(name: String, value: String)]) throws(PostgresError) {
    let handle = Self.withStrings(parameters.map(\.name)) { names in
      Self.withStrings(parameters.map(\.value)) { values in authrun_pg_connect(names, values) }
    }
    guard let handle else { throw PostgresError("out of memory", isLost: true) }
    guard authrun_pg_status(handle) == CInt(AUTHRUN_PG_CONNECTION_OK),
      authrun_pg_set_nonblocking(handle) == 0
    else {
      let text = Self.text(authrun_pg_error(handle))
      // A failed connection is still the caller's to finish.
      authrun_pg_finish(handle)
      throw PostgresError(text, isLost: true, isConnecting: true)
    }
    self.handle = handle
  }

  deinit {
    authrun_pg_finish(handle)
  }

  var usesTLS: Bool { authrun_pg_ssl_in_use(handle) != 0 }

  /// Runs one statement to its end.
  @discardableResult
  borrowing func run(
    _ statement: String,
    _ values: [PostgresValue] = []
  ) throws(PostgresError) -> PostgresRows {
    let deadline = Self.now() + Self.statementLimit * 1000
    try send(statement, values)
    while true {
      let unsent = authrun_pg_flush(handle)
      guard unsent >= 0 else { throw lost() }
      if unsent == 0 { break }
      try wait(forWriting: true, until: deadline)
    }
    var rows: PostgresRows?
    var failure: PostgresError?
    while true {
      while authrun_pg_is_busy(handle) != 0 {
        try wait(forWriting: false, until: deadline)
      }
      guard let next = authrun_pg_next_result(handle) else { break }
      let result = PostgresResult(owning: next)
      if let error = result.failure(isLost: isLost) {
        failure = failure ?? error
      } else {
        rows = PostgresRows(result)
      }
    }
    if let failure { throw failure }
    guard let rows else { throw lost() }
    return rows
  }

  private borrowing func send(
    _ statement: String,
    _ values: [PostgresValue]
  ) throws(PostgresError) {
    let encoded = values.map(\.encoded)
    // One buffer for all, since the library wants pointers that live through the call.
    var storage: [UInt8] = []
    var offsets: [Int?] = []
    for value in encoded {
      offsets.append(value.bytes == nil ? nil : storage.count)
      storage += value.bytes ?? []
    }
    storage.append(0)
    let lengths = encoded.map { CInt($0.bytes?.count ?? 0) }
    let formats = encoded.map { CInt($0.isBinary ? 1 : 0) }
    let sent = storage.withUnsafeBufferPointer { storage in
      storage.withMemoryRebound(to: CChar.self) { storage in
        let pointers = offsets.map { offset in
          offset.flatMap { offset in storage.baseAddress.map { $0 + offset } }
        }
        return authrun_pg_send(handle, statement, CInt(values.count), pointers, lengths, formats)
      }
    }
    storage.withUnsafeMutableBufferPointer { storage in
      // Sealed values are no secret, but nothing is gained by leaving them.
      storage.update(repeating: 0)
    }
    guard sent == 1 else { throw lost() }
  }

  private borrowing func wait(forWriting: Bool, until deadline: Int) throws(PostgresError) {
    let rest = deadline - Self.now()
    guard rest > 0 else {
      throw PostgresError(
        "the server has not answered for \(Self.statementLimit) s",
        isLost: true
      )
    }
    let events = forWriting ? Int16(POLLIN | POLLOUT) : Int16(POLLIN)
    var poller = pollfd(fd: authrun_pg_socket(handle), events: events, revents: 0)
    guard poll(&poller, 1, CInt(clamping: rest)) >= 0 || errno == EINTR else { throw lost() }
    if poller.revents & ~Int16(POLLOUT) != 0, authrun_pg_consume_input(handle) == 0 { throw lost() }
  }

  private var isLost: Bool {
    authrun_pg_status(handle) != CInt(AUTHRUN_PG_CONNECTION_OK)
  }

  private borrowing func lost() -> PostgresError {
    PostgresError(Self.text(authrun_pg_error(handle)), isLost: true)
  }

  /// Milliseconds of a clock that is never set.
  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }

  /// The library's message on one line.
  private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
    let text = pointer.map { String(cString: $0) } ?? ""
    let lines = text.split(whereSeparator: \.isNewline).map { line in
      line.drop { $0 == " " || $0 == "\t" }
    }
    return lines.isEmpty ? "the connection to the server was lost" : lines.joined(separator: "; ")
  }

  /// Calls `body` with a list of C strings that ends with a null pointer.
  private static func withStrings<Result>(
    _ strings: [String],
    _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result?
  ) -> Result? {
    var bytes: [CChar] = []
    var offsets: [Int] = []
    for string in strings {
      offsets.append(bytes.count)
      bytes += string.utf8CString
    }
    bytes.append(0)
    return bytes.withUnsafeBufferPointer { bytes in
      let pointers = offsets.map { offset in bytes.baseAddress.map { $0 + offset } } + [nil]
      return pointers.withUnsafeBufferPointer { pointers in pointers.baseAddress.flatMap(body) }
    }
  }
}
