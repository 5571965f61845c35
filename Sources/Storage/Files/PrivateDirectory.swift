import Glibc
import Standards

/// Directories that hold a vault, its key or its locks.
enum PrivateDirectory {
  /// Who else may do what in a directory.
  enum Rule {
    /// Nobody else may even look: directories of our own.
    case closed
    /// Others may look but not write: directories that the user shares with other uses. Our files in
    /// them are closed, but who can write to a directory can replace any file in it.
    case notWritable
  }

  /// The directory with all symbolic links resolved, after checking it; `nil` when there is none.
  ///
  /// Links are followed, because people keep such directories elsewhere; the checks are made on what
  /// the link leads to.
  ///
  /// - Throws: `loosePermissions`, `untrustedFile`, or the system's error.
  static func find(_ path: String, _ rule: Rule) throws(VaultError) -> String? {
    guard try exists(path, rule) else { return nil }
    guard let resolved = realpath(path, nil) else {
      throw SystemError().vaultError("resolve", path)
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Whether there is such a directory; one that is not as it should be is an error, as for `find`.
  static func exists(_ path: String, _ rule: Rule) throws(VaultError) -> Bool {
    let status: FileStatus?
    do {
      status = try FileStatus.ofTarget(path)
    } catch {
      throw error.vaultError("look at", path)
    }
    guard let status else { return false }
    try check(status, path, rule)
    return true
  }

  /// As `find`, after making what is missing of the path, each part with mode 0700 from the start.
  static func make(_ path: String, _ rule: Rule) throws(VaultError) -> String {
    if let found = try find(path, rule) { return found }
    try makeMissing(path)
    guard let found = try find(path, rule) else {
      throw SystemError(ENOENT).vaultError("open", path)
    }
    return found
  }

  private static func makeMissing(_ path: String) throws(VaultError) {
    let parent = PathName.parent(of: path)
    if mkdir(path, 0o700) != 0 {
      let error = SystemError()
      switch error.code {
      case EEXIST: return
      case ENOENT where parent != path:
        try makeMissing(parent)
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
          throw SystemError().vaultError("create", path)
        }
      default: throw error.vaultError("create", path)
      }
    }
    // The umask can have taken bits away from the owner.
    guard chmod(path, 0o700) == 0 else { throw SystemError().vaultError("create", path) }
    try synchronize(parent)
  }

  /// Returns when the entries of the directory are on the disk.
  static func synchronize(_ path: String) throws(VaultError) {
    do {
      try FileDescriptor(path, O_RDONLY | O_DIRECTORY).synchronize()
    } catch {
      throw error.vaultError("synchronize", path)
    }
  }

  private static func check(
    _ status: FileStatus,
    _ path: String,
    _ rule: Rule
  ) throws(VaultError) {
    guard status.isDirectory else {
      throw VaultError(.untrustedFile, "\(path) is not a directory", hint: "move it away")
    }
    try Ownership.check(status, path)
    let forbidden: mode_t = rule == .closed ? 0o077 : 0o022
    guard status.permissions & forbidden == 0 else {
      let access = status.permissions & 0o022 == 0 ? "open" : "writable"
      throw VaultError(
        .loosePermissions,
        "\(path) is \(access) to other users (mode \(octal(status.permissions)))",
        hint: hint(path, rule)
      )
    }
  }

  /// Only a directory of ours may be closed: others, such as the one for temporary files, are there for
  /// many, and closing one would break what uses it.
  private static func hint(_ path: String, _ rule: Rule) -> String {
    if rule == .closed { return "run: chmod 700 \(ShellWord.quoted(path))" }
    guard PathName.last(of: path) == "authrun" else {
      return "name a file in a directory of your own, which only you can write to"
    }
    return "run: chmod go-w \(ShellWord.quoted(path))"
  }
}
