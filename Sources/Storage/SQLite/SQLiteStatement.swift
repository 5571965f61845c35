import CSQLite

/// One prepared statement with its bindings and its current row; finalised when it goes out of scope.
struct SQLiteStatement: ~Copyable {
  private let handle: OpaquePointer

  /// Takes the statement over; nobody else may finalise it.
  init(owning handle: OpaquePointer) {
    self.handle = handle
  }

  deinit {
    sqlite3_finalize(handle)
  }

  mutating func bind(_ index: CInt, _ value: Int64) throws(SQLiteError) {
    try check(sqlite3_bind_int64(handle, index, value))
  }

  mutating func bind(_ index: CInt, _ value: [UInt8]) throws(SQLiteError) {
    let code = value.withUnsafeBytes { bytes in
      authrun_sqlite_bind_blob(handle, index, bytes.baseAddress, sqlite3_uint64(bytes.count))
    }
    try check(code)
  }

  mutating func bind(_ index: CInt, _ value: String?) throws(SQLiteError) {
    guard var value else {
      try check(sqlite3_bind_null(handle, index))
      return
    }
    let code = value.withUTF8 { text in
      text.withMemoryRebound(to: CChar.self) { text in
        authrun_sqlite_bind_text(handle, index, text.baseAddress, sqlite3_uint64(text.count))
      }
    }
    try check(code)
  }

  /// Goes to the next row; `false` when there is none.
  mutating func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw error(code)
    }
  }

  /// Runs a statement that returns no row.
  mutating func run() throws(SQLiteError) {
    while try step() {}
  }

  borrowing func integer(_ column: CInt) -> Int64 {
    sqlite3_column_int64(handle, column)
  }

  borrowing func text(_ column: CInt) -> String? {
    guard let text = sqlite3_column_text(handle, column) else { return nil }
    let count = Int(sqlite3_column_bytes(handle, column))
    return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }

  borrowing func bytes(_ column: CInt) -> [UInt8] {
    guard let bytes = sqlite3_column_blob(handle, column) else { return [] }
    return Array(
      UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, column)))
    )
  }

  private borrowing func check(_ code: CInt) throws(SQLiteError) {
    guard code == SQLITE_OK else { throw error(code) }
  }

  private borrowing func error(_ code: CInt) -> SQLiteError {
    let connection = sqlite3_db_handle(handle)
    return SQLiteError(
      code: code,
      systemCode: sqlite3_system_errno(connection),
      text: String(cString: sqlite3_errmsg(connection))
    )
  }
}
