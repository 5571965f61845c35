import Foundation
import Standards
import Synchronization
import TestSupport

@testable import Storage

/// A keyring in memory, whose state a test decides.
final class FakeKeyring: Keyring {
  private struct State {
    var items: [KeyringItem: [UInt8]] = [:]
    var failure: VaultError?
  }

  private let state = Mutex(State())

  static let locked = VaultError(.keyUnavailable, "the keyring is locked", hint: "unlock it")

  func fail(_ error: VaultError?) {
    state.withLock { $0.failure = error }
  }

  var items: [KeyringItem] { state.withLock { Array($0.items.keys) } }

  func forgetAll() {
    state.withLock { $0.items = [:] }
  }

  func standing() -> KeyringStanding {
    guard let error = state.withLock({ $0.failure }) else { return .ready }
    return .unavailable(reason: error.message, hint: error.hint ?? "")
  }

  func find(_ item: KeyringItem) throws(VaultError) -> LockedBytes? {
    let (failure, bytes) = state.withLock { ($0.failure, $0.items[item]) }
    if let failure { throw failure }
    guard let bytes else { return nil }
    return try LockedBytes(copying: bytes)
  }

  func store(
    _ key: borrowing LockedBytes,
    as item: KeyringItem,
    label: String
  ) throws(VaultError) {
    if let failure = state.withLock({ $0.failure }) { throw failure }
    let bytes = key.withBuffer { Array($0) }
    state.withLock { $0.items[item] = bytes }
  }

  func remove(_ item: KeyringItem) throws(VaultError) {
    _ = state.withLock { $0.items.removeValue(forKey: item) }
  }
}

/// A user who answers with the given passphrases, one after the other.
final class FakeUser: PassphraseAsker {
  private let answers: Mutex<[String]>
  private let questions = Mutex<[PassphraseQuestion]>([])

  init(_ answers: String...) {
    self.answers = Mutex(answers)
  }

  var asked: [PassphraseQuestion] { questions.withLock { $0 } }

  func passphrase(_ question: PassphraseQuestion) -> LockedBytes? {
    questions.withLock { $0.append(question) }
    let answer = answers.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    return answer.flatMap { try? LockedBytes(copying: Array($0.utf8)) }
  }
}

/// A vault in a home of its own, with all that a key can come from.
struct KeyFixture {
  /// The sources, by the names that `--key` takes.
  static let sources = ["file", "environment", "secret-service", "passphrase", "command"]
  static let keys = (0..<4).map { String(repeating: "\($0)a", count: 32) }

  let home: TemporaryHome
  let keyring = FakeKeyring()

  init() throws {
    home = try TemporaryHome()
    try home.write(Self.keys[2] + "\n", to: "kept/first")
    try home.write(Self.keys[3] + "\n", to: "kept/second")
  }

  /// What `--key` takes for a source; the second time, the one that gives another key.
  func choice(_ source: String, again: Bool = false) throws -> KeyChoice {
    let text =
      source == "command"
      ? "command:cat \(home.file(again ? "kept/second" : "kept/first"))" : source
    guard let choice = KeyChoice(text) else { throw CocoaError(.coderInvalidValue) }
    return choice
  }

  var environment: [String: String] {
    home.environment.merging([
      "AUTHRUN_VAULT_KEY": Self.keys[0], "AUTHRUN_VAULT_NEW_KEY": Self.keys[1],
      "AUTHRUN_VAULT_PASSPHRASE": "correct horse",
    ]) { $1 }
  }

  func location() throws -> VaultLocation {
    try VaultLocation(explicit: nil, environment: environment)
  }

  func access(
    _ changes: [String: String?] = [:],
    asker: (any PassphraseAsker)? = nil
  ) -> KeyAccess {
    var environment = environment
    for (name, value) in changes { environment[name] = value }
    let variables = environment
    return KeyAccess(variable: { variables[$0] }, keyring: keyring, asker: asker)
  }

  func make(_ source: String) throws -> Vault {
    try Vault.create(location(), key: choice(source), keys: access())
  }

  func open(_ access: KeyAccess? = nil) throws -> Vault {
    try Vault.open(location(), create: false, keys: access ?? self.access())
  }
}
