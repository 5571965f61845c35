import CSQLite
import CSodium

/// Which libraries keep and seal credentials.
package enum StorageReleases {
  /// Such as `3.40.1`.
  package static var sqlite: String { String(cString: sqlite3_libversion()) }
  /// Such as `1.0.18`.
  package static var sodium: String { String(cString: sodium_version_string()) }
}
