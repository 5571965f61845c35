#pragma once
#include <sqlite3.h>

// Swift cannot call C functions with variable arguments: one function for each use.

static inline int authrun_sqlite_set_switch(sqlite3 *database, int operation, int value) {
  return sqlite3_db_config(database, operation, value, (int *)0);
}

static inline int authrun_sqlite_configure(int operation) {
  return sqlite3_config(operation);
}

static inline int authrun_sqlite_configure_switch(int operation, int value) {
  return sqlite3_config(operation, value);
}

// Pages and small pieces of memory come from the allocator, one by one.
static inline int authrun_sqlite_configure_page_cache(int size, int count) {
  return sqlite3_config(SQLITE_CONFIG_PAGECACHE, (void *)0, size, count);
}

static inline int authrun_sqlite_configure_lookaside(int size, int count) {
  return sqlite3_config(SQLITE_CONFIG_LOOKASIDE, size, count);
}

// SQLITE_TRANSIENT is a cast that Swift does not import: SQLite copies what it is given.
static inline int authrun_sqlite_bind_blob(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, count ? bytes : "", count, SQLITE_TRANSIENT);
}

static inline int authrun_sqlite_bind_text(
    sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}
