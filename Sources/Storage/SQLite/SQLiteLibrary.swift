import CSQLite

/// How SQLite itself is set up in a process.
enum SQLiteLibrary {
  /// Leaves out what a process of one thread, which reads a record or two, pays for and never uses: locks
  /// around every allocation, and room for pages that it will not read.
  ///
  /// Only before the first connection; without effect afterwards.
  static func expectOneThread() {
    authrun_sqlite_configure(SQLITE_CONFIG_SINGLETHREAD)
    authrun_sqlite_configure_switch(SQLITE_CONFIG_MEMSTATUS, 0)
    authrun_sqlite_configure_page_cache(0, 0)
    authrun_sqlite_configure_lookaside(0, 0)
  }
}
