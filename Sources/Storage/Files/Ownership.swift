import Glibc

/// The rule that a vault's files and directories belong to who uses them.
enum Ownership {
  static func check(_ status: FileStatus, _ path: String) throws(VaultError) {
    let user = geteuid()
    guard status.owner != user else { return }
    // The system's own directories are nobody's to run as.
    let isSystems = status.isDirectory && status.owner == 0
    throw VaultError(
      .untrustedFile,
      "\(path) belongs to user \(status.owner), and this process runs as user \(user)",
      hint: isSystems
        ? "name a vault in a directory of your own with --vault"
        : "run as the owner (without sudo), or name a vault of your own with --vault"
    )
  }
}
