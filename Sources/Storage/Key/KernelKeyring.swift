import CKeyctl
import Glibc

/// Keys that the kernel remembers for a while, for the user's own processes (`keyrings(7)`).
///
/// Nothing is put there unless the user asks for it. A key ends by itself, is never written to a disk,
/// and reading it takes two system calls: what keeps a passphrase or a keyring off the hit path.
enum KernelKeyring {
  /// The key, if it is there and has not ended.
  static func find(_ record: KeyRecord) throws(VaultError) -> MasterKey? {
    let number = authrun_key_find(name(record))
    guard number > 0 else { return nil }
    let key = try MasterKey { key in
      authrun_key_read(number, key, MasterKey.size) == MasterKey.size
    }
    // Whatever another program put there, the vault's own check decides.
    guard let key, record.fits(key) else { return nil }
    return key
  }

  /// Remembers the key for `seconds`, in the place of an earlier one.
  static func remember(
    _ key: borrowing MasterKey,
    _ record: KeyRecord,
    seconds: Int
  ) throws(VaultError) {
    // Made in this process's own keyring and published when it has its end: a crash in between
    // leaves nothing.
    let number = key.withBytes { authrun_key_add(name(record), $0, MasterKey.size) }
    guard number > 0,
      authrun_key_set_timeout(number, UInt32(clamping: seconds)) == 0,
      authrun_key_set_permissions(number) == 0,
      authrun_key_publish(number) == 0
    else {
      let error = SystemError()
      throw VaultError(
        .denied,
        "the kernel does not take a key: \(error.text)",
        hint:
          "some containers forbid it (keyctl); there, use a key file or \(EnvironmentKey.variable)"
      )
    }
  }

  /// Whether there is a key of that name; it is not read.
  static func has(_ record: KeyRecord) -> Bool {
    authrun_key_find(name(record)) > 0
  }

  /// Forgets the key; `false` when there was none.
  static func forget(_ record: KeyRecord) -> Bool {
    let number = authrun_key_find(name(record))
    return number > 0 && authrun_key_forget(number) == 0
  }

  private static func name(_ record: KeyRecord) -> String {
    "authrun:\(record.item.vault):\(record.item.key)"
  }
}
