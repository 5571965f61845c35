import CSQLite
import Standards

/// One connection to a database file; closed when it goes out of scope.
struct SQLiteConnection: ~Copyable {
  private let handle: OpaquePointer

  /// How a database is opened.
  enum Access {
    case readOnly
    /// The file as it is, without looking for a log, a lock or a change: for a database that has no log.
    ///
    /// A writer that comes meanwhile may be seen in part; what is read must prove itself.
    case snapshot
    case readWrite
    /// A new database in memory, gone when the connection ends.
    case memory
  }

  init(_ path: String, _ access: Access) throws(SQLiteError) {
    // No mutex of SQLite's own: a connection is used by one thread at a time because its owner is
    // unique. No symbolic links: the caller has resolved the directory, so that one could only be
    // the file itself.
    let common = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE
    var opened: OpaquePointer?
    let code =
      switch access {
      case .readOnly: sqlite3_open_v2(path, &opened, SQLITE_OPEN_READONLY | common, nil)
      case .snapshot:
        sqlite3_open_v2(
          Self.immutable(path),
          &opened,
          SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | common,
          nil
        )
      case .readWrite: sqlite3_open_v2(path, &opened, SQLITE_OPEN_READWRITE | common, nil)
      case .memory:
        sqlite3_open_v2(
          ":memory:",
          &opened,
          SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY | common,
          nil
        )
      }
    guard let opened else {
      throw SQLiteError(code: code, text: "out of memory")
    }
    guard code == SQLITE_OK else {
      let error = SQLiteError(
        code: code,
        systemCode: sqlite3_system_errno(opened),
        text: String(cString: sqlite3_errmsg(opened))
      )
      // A failed open can leave a handle that must be closed.
      sqlite3_close_v2(opened)
      throw error
    }
    handle = opened
    // The vault's file is input: nothing in its schema may run code.
    authrun_sqlite_set_switch(handle, SQLITE_DBCONFIG_DEFENSIVE, 1)
    authrun_sqlite_set_switch(handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    authrun_sqlite_set_switch(handle, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0)
    authrun_sqlite_set_switch(handle, SQLITE_DBCONFIG_ENABLE_VIEW, 0)
  }

  /// The file as a URI that has SQLite take it for unchanging (sqlite.org/uri.html).
  private static func immutable(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { byte in
      byte != UInt8(ascii: "%") && byte != UInt8(ascii: "?") && byte != UInt8(ascii: "#")
    }
    let escaped =
      isPlain
      ? path
      : path.withEach("%", replacedBy: "%25").withEach("?", replacedBy: "%3f")
        .withEach("#", replacedBy: "%23")
    return "file:" + escaped + "?immutable=1"
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  /// How long a call waits for other connections' locks before it fails as busy.
  borrowing func setBusyTimeout(milliseconds: CInt) {
    sqlite3_busy_timeout(handle, milliseconds)
  }

  /// Keeps the write-ahead log and its index when the last connection closes.
  ///
  /// A reader then finds them instead of making them anew each time.
  borrowing func keepWriteAheadLog() {
    var keep: CInt = 1
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &keep)
  }

  borrowing func prepare(_ sql: StaticString) throws(SQLiteError) -> SQLiteStatement {
    var statement: OpaquePointer?
    let code = sql.withUTF8Buffer { text in
      text.withMemoryRebound(to: CChar.self) { text in
        sqlite3_prepare_v2(handle, text.baseAddress, CInt(text.count), &statement, nil)
      }
    }
    guard code == SQLITE_OK, let statement else { throw error(code) }
    return SQLiteStatement(owning: statement)
  }

  /// Runs statements that take and return nothing, such as a schema.
  borrowing func execute(_ sql: StaticString) throws(SQLiteError) {
    let code = sql.withUTF8Buffer { text in
      // A static string ends with a NUL.
      text.withMemoryRebound(to: CChar.self) { text in
        sqlite3_exec(handle, text.baseAddress, nil, nil, nil)
      }
    }
    guard code == SQLITE_OK else { throw error(code) }
  }

  /// Runs a statement that returns one integer, such as `PRAGMA user_version`.
  borrowing func integer(_ sql: StaticString) throws(SQLiteError) -> Int64? {
    var statement = try prepare(sql)
    return try statement.step() ? statement.integer(0) : nil
  }

  /// Runs `body` as one transaction that is on the disk when this returns, and undone if it throws.
  borrowing func transaction<Result, Failure: Error>(
    _ body: (borrowing SQLiteConnection) throws(Failure) -> Result,
    mapping: (SQLiteError) -> Failure
  ) throws(Failure) -> Result {
    do {
      // Immediate: a transaction that starts by reading could fail halfway for another's write.
      try execute("BEGIN IMMEDIATE")
    } catch {
      throw mapping(error)
    }
    let result: Result
    do {
      result = try body(self)
    } catch {
      try? execute("ROLLBACK")
      throw error
    }
    do {
      try execute("COMMIT")
    } catch {
      let mapped = mapping(error)
      // A commit that fails may leave the transaction open.
      try? execute("ROLLBACK")
      throw mapped
    }
    return result
  }

  /// The bytes of the whole database; `nil` when memory does not suffice.
  borrowing func serialized() -> [UInt8]? {
    var size: sqlite3_int64 = 0
    guard let bytes = sqlite3_serialize(handle, "main", &size, 0) else { return nil }
    defer { sqlite3_free(bytes) }
    return Array(UnsafeBufferPointer(start: bytes, count: Int(size)))
  }

  private borrowing func error(_ code: CInt) -> SQLiteError {
    SQLiteError(
      code: code,
      systemCode: sqlite3_system_errno(handle),
      text: String(cString: sqlite3_errmsg(handle))
    )
  }
}
