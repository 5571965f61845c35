import Glibc
import Synchronization

/// How a process gets at master keys: its environment, the keyring, the person at the terminal.
///
/// A key that took a program, a bus or a person to get is kept in guarded memory, so that one command
/// asks once, however often it opens the vault.
package final class KeyAccess: Sendable {
  let variable: @Sendable (String) -> String?
  let keyring: (any Keyring)?
  let asker: (any PassphraseAsker)?
  /// Who gives passphrases that are yet to be chosen, before all else.
  let chooser: (any PassphraseAsker)?
  /// Whether only keys that cost nothing are to be had: files, the environment, the kernel's memory.
  let isDirect: Bool
  private let kept = Mutex<KeptKey?>(nil)

  /// - Parameters:
  ///   - variable: the value of an environment variable by its name.
  ///   - keyring: the desktop's keyring, where there can be one.
  ///   - asker: who asks the user for a passphrase, where there is a user.
  ///   - chooser: who gives a passphrase that is yet to be chosen, before all else.
  package init(
    variable: @escaping @Sendable (String) -> String?,
    keyring: (any Keyring)?,
    asker: (any PassphraseAsker)?,
    chooser: (any PassphraseAsker)? = nil
  ) {
    self.variable = variable
    self.keyring = keyring
    self.asker = asker
    self.chooser = chooser
    isDirect = false
  }

  /// The same without anybody to ask.
  package func withoutUser() -> KeyAccess {
    KeyAccess(variable: variable, keyring: keyring, asker: nil)
  }

  /// For the hit path: what would take a program, a bus or a person is `keyUnavailable`.
  package init(directly variable: @escaping @Sendable (String) -> String?) {
    self.variable = variable
    keyring = nil
    asker = nil
    chooser = nil
    isDirect = true
  }

  /// What this process's environment holds, and nothing besides.
  package static let process = KeyAccess(directly: { name in
    getenv(name).map { String(cString: $0) }
  })

  /// A key of this process, and whose it is.
  private final class KeptKey: Sendable {
    let record: KeyRecord
    let key: MasterKey

    init(_ record: KeyRecord, _ key: consuming MasterKey) {
      self.record = record
      self.key = key
    }
  }

  func keep(_ key: borrowing MasterKey, _ record: KeyRecord) {
    // Without the memory for it the next opening asks again.
    guard !isDirect, let copy = try? key.copy() else { return }
    let new = KeptKey(record, copy)
    kept.withLock { $0 = new }
  }

  /// The key from this process's memory or the kernel's.
  func remembered(_ record: KeyRecord) throws(VaultError) -> MasterKey? {
    if let kept = kept.withLock({ $0 }), kept.record.check == record.check,
      kept.record.vaultID == record.vaultID
    {
      return try kept.key.copy()
    }
    return try KernelKeyring.find(record)
  }
}

/// Asks the user for a passphrase.
package protocol PassphraseAsker: Sendable {
  /// The passphrase in guarded memory; `nil` when nobody can answer.
  func passphrase(_ question: PassphraseQuestion) -> LockedBytes?
}

/// What a passphrase is wanted for.
package struct PassphraseQuestion: Hashable, Sendable {
  package enum Purpose: Hashable, Sendable {
    /// The passphrase that a vault or a file has.
    case open
    /// One that it is to have, which is asked for twice.
    case choose
  }

  package let purpose: Purpose
  /// The path of what it opens.
  package let subject: String
  /// How many wrong answers there have been.
  package let failures: Int

  package init(_ purpose: Purpose, subject: String, failures: Int = 0) {
    self.purpose = purpose
    self.subject = subject
    self.failures = failures
  }
}
