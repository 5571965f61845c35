/// The user's base directories (XDG Base Directory Specification 0.8).
enum BaseDirectories {
  static func data(_ environment: (String) -> String?) throws(VaultError) -> String {
    try directory("XDG_DATA_HOME", below: ".local/share", environment)
  }

  static func configuration(_ environment: (String) -> String?) throws(VaultError) -> String {
    try directory("XDG_CONFIG_HOME", below: ".config", environment)
  }

  static func state(_ environment: (String) -> String?) throws(VaultError) -> String {
    try directory("XDG_STATE_HOME", below: ".local/state", environment)
  }

  /// The specification has relative values ignored.
  private static func directory(
    _ name: String,
    below home: String,
    _ environment: (String) -> String?
  ) throws(VaultError) -> String {
    if let value = environment(name), PathName.isAbsolute(value) {
      return withoutTrailingSlash(value)
    }
    guard let value = environment("HOME"), PathName.isAbsolute(value) else {
      throw VaultError(
        .location,
        "neither \(name) nor HOME names a directory",
        hint: "set HOME, or name all three of XDG_DATA_HOME, XDG_CONFIG_HOME and XDG_STATE_HOME"
      )
    }
    let root = withoutTrailingSlash(value)
    return (root == "/" ? "" : root) + "/" + home
  }

  private static func withoutTrailingSlash(_ path: String) -> String {
    guard path.utf8.count > 1, path.utf8.last == PathName.separator else { return path }
    return String(Substring(path.utf8.dropLast()))
  }
}
