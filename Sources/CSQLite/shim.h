#pragma once
#include <sqlite3.h>

// Swift cannot call C functions with variable arguments: one function for each use.

static inline int authrun_sqlite_set_switch(sqlite3 *database, int operation, int value) {
  return sqlite3_db_config(database, operation, value, (int *)0);
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
