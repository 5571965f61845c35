import Glibc

/// An `errno` value, kept before another call can replace it.
struct SystemError: Error, Hashable {
  let code: CInt

  init(_ code: CInt = errno) {
    self.code = code
  }

  /// The system's words for it.
  var text: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      guard let base = buffer.baseAddress, strerror_r(code, base, buffer.count) == 0 else {
        return "error \(code)"
      }
      return String(cString: base)
    }
  }

  /// The error as the vault reports it, for a failed attempt to `action` the thing at `path`.
  func vaultError(_ action: String, _ path: String) -> VaultError {
    let message = "cannot \(action) \(path): \(text)"
    return switch code {
    case ENOSPC, EDQUOT:
      VaultError(.full, message, hint: "free some space and try again; nothing was changed")
    case EROFS:
      VaultError(.readOnly, message, hint: "name a vault on a writable file system with --vault")
    case EACCES, EPERM:
      VaultError(.denied, message, hint: "look at the owner and the mode of it and its directories")
    default:
      VaultError(.io, message)
    }
  }
}
