import CSQLite
import CSodium
package func probe() -> Int32 {
  var db: OpaquePointer?; let r = sqlite3_open_v2(":memory:", &db, SQLITE_OPEN_READWRITE, nil);
  sqlite3_close(db); return r + sodium_init()
}
