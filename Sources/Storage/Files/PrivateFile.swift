import CSodium
import Glibc
import Standards

/// Files that only their owner may read or write.
enum PrivateFile {
  static let mode: mode_t = 0o600

  /// Whether there is a trustworthy file at `path`; a looser or foreign one is an error.
  ///
  /// Nothing is opened: closing any descriptor of a database file would drop the locks that SQLite
  /// holds on it elsewhere in this process (POSIX `fcntl` rules).
  ///
  /// - Throws: `loosePermissions`, `untrustedFile`, or the system's error.
  static func exists(_ path: String) throws(VaultError) -> Bool {
    let status: FileStatus?
    do {
      status = try FileStatus.ofLink(path)
    } catch {
      throw error.vaultError("look at", path)
    }
    guard let status else { return false }
    try check(status, path)
    return true
  }

  /// Whether there is nothing in the file at `path`, or no file.
  static func isEmpty(_ path: String) throws(VaultError) -> Bool {
    do {
      return try FileStatus.ofLink(path)?.size ?? 0 == 0
    } catch {
      throw error.vaultError("look at", path)
    }
  }

  /// Refuses what is not a file of ours that is closed to all others.
  static func check(_ status: FileStatus, _ path: String) throws(VaultError) {
    guard status.isRegularFile else {
      let what = status.isSymbolicLink ? "a symbolic link" : "not a regular file"
      throw VaultError(
        .untrustedFile,
        "\(path) is \(what)",
        hint: "name the file itself, or move it away"
      )
    }
    try Ownership.check(status, path)
    guard status.permissions & 0o077 == 0 else {
      throw VaultError(
        .loosePermissions,
        "\(path) is open to other users (mode \(octal(status.permissions)))",
        hint: "run: chmod 600 \(ShellWord.quoted(path))"
      )
    }
  }

  /// What is in the file at `path`, or its first `limit` bytes.
  static func contents(_ path: String, atMost limit: Int64) throws(VaultError) -> [UInt8] {
    do throws(SystemError) {
      let file = try FileDescriptor(path, O_RDONLY | O_NOFOLLOW)
      var bytes = [UInt8](repeating: 0, count: Int(min(try file.status().size, limit)))
      let read = bytes.withUnsafeMutableBytes { bytes -> Result<Int, SystemError> in
        Result { () throws(SystemError) in try file.read(into: bytes) }
      }
      bytes.removeLast(bytes.count - (try read.get()))
      return bytes
    } catch {
      throw error.vaultError("read", path)
    }
  }

  /// Makes a file that is there whole or not at all, on the disk, its mode 0600 from the first byte.
  ///
  /// The bytes are written to a name of their own, which `link` then publishes: it never replaces, so
  /// that of two processes one wins and the other sees the winner's file. A crash can leave the
  /// unpublished name behind, which nothing reads.
  ///
  /// - Returns: `false` when another process was faster; its file is untouched.
  static func publish(_ bytes: [UInt8], at path: String) throws(VaultError) -> Bool {
    try bytes.withUnsafeBufferPointer { (bytes) throws(VaultError) in
      try publish(UnsafeRawBufferPointer(bytes), at: path)
    }
  }

  /// As the other, for bytes outside an array.
  static func publish(
    _ bytes: UnsafeRawBufferPointer,
    at path: String
  ) throws(VaultError) -> Bool {
    let draft = try makeDraft(bytes, of: path)
    defer { unlink(draft) }
    guard link(draft, path) == 0 else {
      let error = SystemError()
      if error.code == EEXIST { return false }
      throw error.vaultError("create", path)
    }
    return true
  }

  /// Puts a file of these bytes in the place of whatever is there, whole and on the disk, mode 0600.
  static func replace(_ bytes: [UInt8], at path: String) throws(VaultError) {
    let draft = try bytes.withUnsafeBufferPointer { (bytes) throws(VaultError) -> String in
      try makeDraft(UnsafeRawBufferPointer(bytes), of: path)
    }
    guard rename(draft, path) == 0 else {
      let error = SystemError()
      unlink(draft)
      throw error.vaultError("create", path)
    }
    try PrivateDirectory.synchronize(PathName.parent(of: path))
  }

  /// The name of a file with these bytes beside `path`, on the disk.
  private static func makeDraft(
    _ bytes: UnsafeRawBufferPointer,
    of path: String
  ) throws(VaultError) -> String {
    let draft = path + "." + randomSuffix() + draftMark
    do {
      let file = try FileDescriptor(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
      // The umask can have taken bits away; it never adds any.
      try file.setMode(mode)
      try file.write(all: bytes)
      try file.synchronize()
    } catch {
      if error.code != EEXIST { unlink(draft) }
      throw error.vaultError("write", path)
    }
    return draft
  }

  /// What the name of a file that is not published yet ends with.
  static let draftMark = ".new"

  private static func randomSuffix() -> String {
    // Only uniqueness matters here; O_EXCL guards against a name that is taken.
    let number = UInt64(randombytes_random()) << 32 | UInt64(randombytes_random())
    return String(number, radix: 16)
  }
}

/// The permission bits as `chmod` takes them.
func octal(_ permissions: mode_t) -> String {
  let digits = String(permissions, radix: 8)
  return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}
