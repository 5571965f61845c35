import CSecret
package import Storage

/// The desktop's keyring through the Secret Service: GNOME Keyring, KWallet, KeePassXC and others.
///
/// Nothing is loaded and no bus is touched until it is used. No call takes longer than two seconds,
/// unless the user wants it, and none asks the user anything: a background process must not open a dialog.
package struct SecretServiceKeyring: Keyring {
  /// Whether there is a bus at all; without one, looking for it could start one.
  private let hasBus: Bool

  /// The longest wait for the bus and the service together, in seconds.
  let patience: Int32

  /// A keyring that asks its user about every access can take longer: AUTHRUN_KEYRING_TIMEOUT, 1 to 120.
  private static let usualPatience: Int32 = 2

  /// - Parameters:
  ///   - variable: the value of an environment variable by its name.
  ///   - exists: whether there is something at a path.
  package init(
    variable: (String) -> String?,
    exists: (String) -> Bool = FilePresence.exists
  ) {
    let given = variable("AUTHRUN_KEYRING_TIMEOUT").flatMap { Int32($0) } ?? Self.usualPatience
    patience = min(max(given, 1), 120)
    if let address = variable("DBUS_SESSION_BUS_ADDRESS"), !address.isEmpty {
      hasBus = true
    } else if let directory = variable("XDG_RUNTIME_DIR"), !directory.isEmpty {
      hasBus = exists(directory + "/bus")
    } else {
      hasBus = false
    }
  }

  package func standing() -> KeyringStanding {
    guard hasBus else {
      let error = Self.noBus
      return .unavailable(reason: error.message, hint: error.hint ?? "")
    }
    var text = authrun_secret_text()
    let code = authrun_secret_standing(1_000 * patience, &text)
    if code == Int32(AUTHRUN_SECRET_OK.rawValue) { return .ready }
    let error =
      code == Int32(AUTHRUN_SECRET_ABSENT.rawValue) ? Self.noCollection : error(code, text)
    return .unavailable(reason: error.message, hint: error.hint ?? "")
  }

  package func find(_ item: KeyringItem) throws(VaultError) -> LockedBytes? {
    guard hasBus else { throw Self.noBus }
    var bytes = try LockedBytes(count: Self.longest)
    var count = 0
    var text = authrun_secret_text()
    let code = bytes.withMutableBuffer { bytes in
      Self.named(item) { item in
        authrun_secret_find(item, 1_000 * patience, bytes.baseAddress, bytes.count, &count, &text)
      }
    }
    if code == Int32(AUTHRUN_SECRET_ABSENT.rawValue) { return nil }
    guard code == Int32(AUTHRUN_SECRET_OK.rawValue) else { throw error(code, text) }
    return try bytes.withBuffer { (bytes) throws(VaultError) in
      try LockedBytes(
        copying: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[..<count]))
      )
    }
  }

  package func store(
    _ key: borrowing LockedBytes,
    as item: KeyringItem,
    label: String
  ) throws(VaultError) {
    guard hasBus else { throw Self.noBus }
    var text = authrun_secret_text()
    let code = key.withBuffer { key in
      Self.named(item) { item in
        authrun_secret_store(item, label, 1_000 * patience, key.baseAddress, key.count, &text)
      }
    }
    if code == Int32(AUTHRUN_SECRET_ABSENT.rawValue) { throw Self.noCollection }
    guard code == Int32(AUTHRUN_SECRET_OK.rawValue) else { throw error(code, text) }
  }

  package func remove(_ item: KeyringItem) throws(VaultError) {
    guard hasBus else { throw Self.noBus }
    var text = authrun_secret_text()
    let code = Self.named(item) { authrun_secret_remove($0, 1_000 * patience, &text) }
    guard
      code == Int32(AUTHRUN_SECRET_OK.rawValue) || code == Int32(AUTHRUN_SECRET_ABSENT.rawValue)
    else { throw error(code, text) }
  }

  /// More than any form of a key has.
  private static let longest = 128

  private static func named(
    _ item: KeyringItem,
    _ body: (authrun_secret_item) -> Int32
  ) -> Int32 {
    item.vault.withCString { vault in
      item.key.withCString { key in body(authrun_secret_item(vault: vault, key: key)) }
    }
  }
}
