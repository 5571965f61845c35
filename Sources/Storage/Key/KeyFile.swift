import CSodium
import Glibc
import Standards

/// The file of a master key: 64 hexadecimal digits and a line feed.
///
/// Text rather than raw bytes, so that the same key can be kept in a password manager, printed for a
/// safe, and later be the output of a command.
enum KeyFile {
  static let keySize = 32
  private static let digits = 64

  /// The key in the file at `path`; `nil` when there is no such file.
  ///
  /// - Throws: `loosePermissions`, `untrustedFile`, `wrongKey` for another content, or the system's error.
  static func read(_ path: String) throws(VaultError) -> LockedBytes? {
    let directory = PathName.parent(of: path)
    guard
      try PrivateDirectory.find(directory, .notWritable) != nil,
      try PrivateFile.exists(path)
    else { return nil }
    // One byte more than a key file has, to notice a longer one.
    var text = try LockedBytes(count: digits + 2)
    let length: Int
    do {
      let file = try FileDescriptor(path, O_RDONLY | O_NOFOLLOW)
      length = try text.withMutableBytes { (buffer) throws(SystemError) in
        try file.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: digits + 2))
      }
    } catch {
      throw error.vaultError("read", path)
    }
    var key = try LockedBytes(count: keySize)
    guard decode(text, length: length, into: &key) else {
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
  static func readOrMake(_ path: String) throws(VaultError) -> LockedBytes {
    let directory = try PrivateDirectory.make(PathName.parent(of: path), .notWritable)
    if try !PrivateFile.exists(path) {
      var key = try LockedBytes(count: keySize)
      key.withMutableBytes { randombytes_buf($0, keySize) }
      let text = try encode(key)
      // Another process can be faster; then the file has its key, and ours is forgotten.
      _ = try text.withBytes { (bytes) throws(VaultError) in
        try PrivateFile.publish(UnsafeRawBufferPointer(start: bytes, count: digits + 1), at: path)
      }
    }
    // A file that is found here can come from a process that died before this point.
    try PrivateDirectory.synchronize(directory)
    guard let key = try read(path) else {
      throw VaultError(.keyMissing, "\(path) vanished while the vault was made", hint: "try again")
    }
    return key
  }

  private static func encode(_ key: borrowing LockedBytes) throws(VaultError) -> LockedBytes {
    var text = try LockedBytes(count: digits + 1)
    key.withBytes { key in
      text.withMutableBytes { text in
        // In constant time; it ends the text with a NUL, which the line feed replaces.
        sodium_bin2hex(
          UnsafeMutableRawPointer(text).assumingMemoryBound(to: CChar.self),
          digits + 1,
          key,
          keySize
        )
        text[digits] = UInt8(ascii: "\n")
      }
    }
    return text
  }

  private static func decode(
    _ text: borrowing LockedBytes,
    length: Int,
    into key: inout LockedBytes
  ) -> Bool {
    text.withBytes { text in
      guard length == digits || (length == digits + 1 && text[digits] == UInt8(ascii: "\n")) else {
        return false
      }
      return key.withMutableBytes { key in
        var count = 0
        var end: UnsafePointer<CChar>?
        let code = sodium_hex2bin(
          key,
          keySize,
          UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self),
          digits,
          nil,
          &count,
          &end
        )
        return code == 0 && count == keySize
      }
    }
  }
}
