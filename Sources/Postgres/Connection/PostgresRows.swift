import CPostgres

/// The rows that a statement returned, copied out of the library's memory.
struct PostgresRows {
  /// A column's bytes, in the binary form of its type; `nil` for NULL.
  private let rows: [[[UInt8]?]]

  init(_ result: borrowing PostgresResult) {
    rows = result.rows()
  }

  var count: Int { rows.count }

  func bytes(_ row: Int, _ column: Int) -> [UInt8]? {
    rows[row][column]
  }

  /// An integer of eight bytes.
  func integer(_ row: Int, _ column: Int) -> Int64? {
    guard let bytes = rows[row][column], bytes.count == 8 else { return nil }
    return bytes.reduce(0) { $0 << 8 | Int64($1) }
  }

  func text(_ row: Int, _ column: Int) -> String? {
    rows[row][column].map { String(decoding: $0, as: UTF8.self) }
  }

  func flag(_ row: Int, _ column: Int) -> Bool? {
    rows[row][column].map { $0 == [1] }
  }
}

/// One result of the library; cleared when it goes out of scope.
struct PostgresResult: ~Copyable {
  private let handle: OpaquePointer

  /// Takes the result over; nobody else may clear it.
  init(owning handle: OpaquePointer) {
    self.handle = handle
  }

  deinit {
    authrun_pg_clear(handle)
  }

  /// The error that it is; `nil` when the statement succeeded.
  borrowing func failure(isLost: Bool) -> PostgresError? {
    let status = Int(authrun_pg_result_status(handle))
    let fine = [AUTHRUN_PG_COMMAND_OK, AUTHRUN_PG_TUPLES_OK]
    guard !fine.contains(status) else { return nil }
    let state = authrun_pg_result_state(handle).map { String(cString: $0) }
    let text = authrun_pg_result_message(handle).map { String(cString: $0) }
    return PostgresError(
      state: state ?? "",
      text ?? "the connection to the server was lost",
      isLost: isLost
    )
  }

  borrowing func rows() -> [[[UInt8]?]] {
    (0..<authrun_pg_row_count(handle)).map { row in
      (0..<authrun_pg_column_count(handle)).map { column in bytes(row, column) }
    }
  }

  private borrowing func bytes(_ row: CInt, _ column: CInt) -> [UInt8]? {
    guard authrun_pg_is_null(handle, row, column) == 0,
      let base = authrun_pg_value(handle, row, column)
    else { return nil }
    let count = Int(authrun_pg_length(handle, row, column))
    return Array(UnsafeRawBufferPointer(start: base, count: count))
  }
}
