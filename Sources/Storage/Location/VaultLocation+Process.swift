import Glibc

extension VaultLocation {
  /// The location for this process: its environment and its working directory.
  ///
  /// - Throws: `location` as the other initialiser.
  package static func current(explicit: String? = nil) throws(VaultError) -> VaultLocation {
    try VaultLocation(
      explicit: explicit,
      environment: { name in getenv(name).map { String(cString: $0) } },
      workingDirectory: currentDirectory()
    )
  }

  /// The location for an environment that was taken down before.
  ///
  /// - Throws: `location` as the other initialiser.
  package init(explicit: String?, environment: [String: String]) throws(VaultError) {
    try self.init(
      explicit: explicit,
      environment: { environment[$0] },
      workingDirectory: Self.currentDirectory()
    )
  }

  /// A path that a user gave, from the root.
  static func absolute(_ path: String) throws(VaultError) -> String {
    try absolute(path, currentDirectory)
  }

  /// A working directory that has been removed gives an empty text, and relative paths then fail to open.
  private static func currentDirectory() -> String {
    guard let path = getcwd(nil, 0) else { return "" }
    defer { free(path) }
    return String(cString: path)
  }
}
