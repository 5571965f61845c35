import CSodium
import Glibc
import Standards

/// The file of a master key: 64 hexadecimal digits and a line feed.
///
/// Text rather than raw bytes, so that the same key can be kept in a password manager, printed for a
/// safe, and later be the output of a command.
enum KeyFile {
  private static let digits = 2 * MasterKey.size

  /// The key in the file at `path`; `nil` when there is no such file.
  ///
  /// - Throws: `loosePermissions`, `untrustedFile`, `wrongKey` for another content, or the system's error.
  static func read(_ path: String) throws(VaultError) -> MasterKey? {
    let directory = PathName.parent(of: path)
    guard
      try PrivateDirectory.exists(directory, .notWritable),
      try PrivateFile.exists(path)
    else { return nil }
    guard let key = try withWipedText({ (text) throws(VaultError) in try read(path, text) }) else {
      throw VaultError(
        .wrongKey,
        "\(path) does not hold a master key (\(digits) hexadecimal digits)",
        hint: "put the right file back from a backup"
      )
    }
    return key
  }

  /// The key in the file at `path`, which is made of 32 random bytes when there is none.
  ///
  /// When this returns, the file is on the disk, and every process that asked has the same key.
  static func readOrMake(_ path: String) throws(VaultError) -> MasterKey {
    let directory = try PrivateDirectory.make(PathName.parent(of: path), .notWritable)
    if try !PrivateFile.exists(path) {
      // Another process can be faster; then the file has its key, and ours is forgotten.
      _ = try publish(try MasterKey(), at: path)
    }
    // A file that is found here can come from a process that died before this point.
    try PrivateDirectory.synchronize(directory)
    guard let key = try read(path) else {
      throw VaultError(.keyMissing, "\(path) vanished while the vault was made", hint: "try again")
    }
    return key
  }

  /// Writes a key to a file that is not there yet, on the disk when this returns; `false` when it is.
  static func make(_ key: borrowing MasterKey, at path: String) throws(VaultError) -> Bool {
    let directory = try PrivateDirectory.make(PathName.parent(of: path), .notWritable)
    let isNew = try publish(key, at: path)
    try PrivateDirectory.synchronize(directory)
    return isNew
  }

  private static func publish(
    _ key: borrowing MasterKey,
    at path: String
  ) throws(VaultError) -> Bool {
    try withWipedText { (text) throws(VaultError) in
      key.writeHexadecimal(to: text)
      text[digits] = CChar(bitPattern: UInt8(ascii: "\n"))
      let line = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(text)[...digits])
      return try PrivateFile.publish(line, at: path)
    }
  }

  private static func read(
    _ path: String,
    _ text: UnsafeMutableBufferPointer<CChar>
  ) throws(VaultError) -> MasterKey? {
    let length: Int
    do {
      let file = try FileDescriptor(path, O_RDONLY | O_NOFOLLOW)
      length = try file.read(into: UnsafeMutableRawBufferPointer(text))
    } catch {
      // Replaced or removed by a process that changes the vault's key.
      if error.code == ENOENT { return nil }
      throw error.vaultError("read", path)
    }
    let lineFeed = CChar(bitPattern: UInt8(ascii: "\n"))
    guard length == digits || (length == digits + 1 && text[digits] == lineFeed) else {
      return nil
    }
    return try UnsafeBufferPointer(rebasing: text[..<digits]).withMemoryRebound(to: UInt8.self) {
      (text) throws(VaultError) in try MasterKey(text: text)
    }
  }

  /// Room for the digits and two characters, so that a longer file is noticed; overwritten afterwards.
  private static func withWipedText<Result: ~Copyable>(
    _ body: (UnsafeMutableBufferPointer<CChar>) throws(VaultError) -> Result
  ) throws(VaultError) -> Result {
    try withUnsafeTemporaryAllocation(of: CChar.self, capacity: digits + 2) {
      (text) throws(VaultError) in
      text.initialize(repeating: 0)
      defer {
        if let base = text.baseAddress { sodium_memzero(base, text.count) }
      }
      return try body(text)
    }
  }
}

extension KeyFile {
  /// Where the next key of a vault waits until the vault is sealed with it.
  static func pending(_ path: String, _ record: KeyRecord) -> String {
    path + pendingMark + record.item.key
  }

  /// Stands between the name of a key file and the check value of the key that is to take its place.
  static let pendingMark = ".next-"

  /// Puts the waiting key in the place of the one before it, which is gone then; safe to repeat.
  static func promote(_ path: String, _ record: KeyRecord) throws(VaultError) {
    guard rename(pending(path, record), path) == 0 else {
      let error = SystemError()
      if error.code == ENOENT { return }
      throw error.vaultError("rename", pending(path, record))
    }
    try PrivateDirectory.synchronize(PathName.parent(of: path))
  }

  /// Removes the file at `path` if it holds the key of `record` and no other.
  ///
  /// - Returns: whether there is no such file now.
  @discardableResult
  static func remove(_ path: String, holding record: KeyRecord) -> Bool {
    guard let key = try? read(path), record.fits(key) else { return false }
    return unlink(path) == 0
  }
}
