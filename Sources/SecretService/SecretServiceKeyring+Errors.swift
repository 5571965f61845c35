import CSecret
import Storage

extension SecretServiceKeyring {
  /// What helps wherever the keyring cannot be reached.
  private static let elsewhere =
    "from a session where it answers, “authrun vault rekey --key file” moves the key out of it"

  static var noBus: VaultError {
    VaultError(
      .keyUnavailable,
      "the keyring cannot be reached: there is no session bus here (DBUS_SESSION_BUS_ADDRESS)",
      hint: "log in to the desktop, or start one: dbus-run-session; " + elsewhere
    )
  }

  static var noCollection: VaultError {
    VaultError(
      .keyUnavailable,
      "the keyring has no default collection yet",
      hint: "make one in your keyring's own program (“Passwords and Keys”), or choose another --key"
    )
  }

  func error(_ code: Int32, _ text: authrun_secret_text) -> VaultError {
    switch UInt32(bitPattern: code) {
    case AUTHRUN_SECRET_LOCKED.rawValue:
      VaultError(
        .keyUnavailable,
        "the keyring is locked",
        hint: "unlock it: log in to the desktop, or in your keyring's own program; "
          + Self.elsewhere
      )
    case AUTHRUN_SECRET_SILENT.rawValue:
      VaultError(
        .keyUnavailable,
        "the keyring does not answer (waited \(patience) s)",
        hint: "see whether your keyring's program still runs, and start it again; " + Self.elsewhere
      )
    case AUTHRUN_SECRET_NO_LIBRARY.rawValue:
      VaultError(
        .keyUnavailable,
        "the keyring cannot be reached: libsecret is not installed",
        hint: "run: sudo apt-get install libsecret-1-0"
      )
    default:
      VaultError(
        .keyUnavailable,
        "the keyring cannot be used: \(Self.words(text))",
        hint: "see whether your keyring's program runs; " + Self.elsewhere
      )
    }
  }

  private static func words(_ text: authrun_secret_text) -> String {
    withUnsafeBytes(of: text.characters) { bytes in
      let words = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      return words.isEmpty ? "no reason given" : words
    }
  }
}
