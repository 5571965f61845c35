import Glibc
package import Standards

/// The user's list of servers and the accounts that serve them: `$XDG_CONFIG_HOME/authrun/hosts`.
///
/// It says where tokens go, so nobody else may be able to write it.
package enum HostsFile {
  /// Longer than any list that a person keeps, in bytes.
  private static let limit = 1 << 20

  /// Where the list is, or would be.
  package static func path(_ environment: (String) -> String?) throws(VaultError) -> String {
    try BaseDirectories.configuration(environment) + "/authrun/hosts"
  }

  /// The list; `nil` when there is no file.
  ///
  /// - Throws: `loosePermissions`, `untrustedFile`, or the system's error.
  package static func read(
    _ environment: (String) -> String?
  ) throws(VaultError) -> HostAccounts? {
    let path = try path(environment)
    guard try PrivateDirectory.exists(PathName.parent(of: path), .notWritable) else {
      return nil
    }
    let file: FileDescriptor
    do {
      file = try FileDescriptor(path, O_RDONLY)
    } catch {
      if error.code == ENOENT { return nil }
      throw error.vaultError("read", path)
    }
    return HostAccounts(try content(of: file, path))
  }

  /// As the other, in this process's environment.
  package static func read() throws(VaultError) -> HostAccounts? {
    try read { name in getenv(name).map { String(cString: $0) } }
  }

  private static func content(
    of file: borrowing FileDescriptor,
    _ path: String
  ) throws(VaultError) -> [UInt8] {
    let status: FileStatus
    do {
      status = try file.status()
    } catch {
      throw error.vaultError("read", path)
    }
    guard status.isRegularFile, status.size <= limit else {
      throw VaultError(.untrustedFile, "\(path) is no list of hosts", hint: "move it away")
    }
    try Ownership.check(status, path)
    guard status.permissions & 0o022 == 0 else {
      throw VaultError(
        .loosePermissions,
        "\(path) can be written by other users (mode \(octal(status.permissions)))",
        hint: "run: chmod go-w \(ShellWord.quoted(path))"
      )
    }
    var bytes = [UInt8](repeating: 0, count: Int(status.size))
    let count = bytes.withUnsafeMutableBytes { buffer in
      Result { () throws(SystemError) in try file.read(into: buffer) }
    }
    switch count {
    case .success(let count): bytes.removeLast(bytes.count - count)
    case .failure(let error): throw error.vaultError("read", path)
    }
    return bytes
  }
}
