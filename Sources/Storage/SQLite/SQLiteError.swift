import CSQLite
import Glibc

/// A failed SQLite call.
struct SQLiteError: Error {
  /// The primary result code.
  let code: CInt
  /// The extended result code, which says more about input and output.
  let extendedCode: CInt
  /// The operating system's error below it, or 0.
  let systemCode: CInt
  /// SQLite's words; they can name tables and columns, never values.
  let text: String

  init(code: CInt, systemCode: CInt = 0, text: String) {
    self.code = code & 0xFF
    extendedCode = code
    self.systemCode = systemCode
    self.text = text
  }

  /// Not SQLite's: the vault has another key than the caller.
  static let otherKey = SQLiteError(code: 254, text: "the vault has another key")

  var isOtherKey: Bool { code == Self.otherKey.code }

  /// Whether a lock of another connection was in the way.
  var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }

  /// The error as the vault at `path` reports it, for a failed attempt to `action` it.
  func vaultError(_ action: String, _ path: String) -> VaultError {
    if systemCode != 0, code == SQLITE_IOERR || code == SQLITE_CANTOPEN {
      return SystemError(systemCode).vaultError(action, path)
    }
    return switch code {
    case SQLITE_BUSY, SQLITE_LOCKED:
      VaultError(
        .locked,
        "cannot \(action) \(path): another process keeps it locked",
        hint: "try again; if it lasts, see which process has the file open"
      )
    case SQLITE_CORRUPT, SQLITE_NOTADB:
      VaultError(
        .corrupt,
        "\(path) is damaged: \(text)",
        hint: "put back a backup of it, or move it away and log in again"
      )
    case SQLITE_FULL:
      VaultError(
        .full,
        "cannot \(action) \(path): no space left",
        hint: "free some space and try again; nothing was changed"
      )
    case SQLITE_READONLY:
      VaultError(
        .readOnly,
        "cannot \(action) \(path): it cannot be written",
        hint: "name a vault on a writable file system with --vault"
      )
    case SQLITE_PERM, SQLITE_AUTH:
      VaultError(.denied, "cannot \(action) \(path): \(text)")
    default:
      VaultError(.io, "cannot \(action) \(path): \(text) (SQLite \(extendedCode))")
    }
  }
}
