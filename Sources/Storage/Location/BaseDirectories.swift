/// The user's base directories (XDG Base Directory Specification 0.8).
struct BaseDirectories {
  private let environment: (String) -> String?

  init(_ environment: (String) -> String?) {
    // The values are taken at once, so that the closure need not escape.
    let names = ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"]
    let values = names.map { ($0, environment($0)) }
    self.environment = { name in values.first { $0.0 == name }?.1 }
  }

  func data() throws(VaultError) -> String {
    try directory("XDG_DATA_HOME", below: ".local/share")
  }

  func configuration() throws(VaultError) -> String {
    try directory("XDG_CONFIG_HOME", below: ".config")
  }

  func state() throws(VaultError) -> String {
    try directory("XDG_STATE_HOME", below: ".local/state")
  }

  /// The specification has relative values ignored.
  private func directory(_ name: String, below home: String) throws(VaultError) -> String {
    if let value = environment(name), PathName.isAbsolute(value) {
      return Self.withoutTrailingSlash(value)
    }
    guard let value = environment("HOME"), PathName.isAbsolute(value) else {
      throw VaultError(
        .location,
        "neither \(name) nor HOME names a directory",
        hint: "set HOME, or name all three of XDG_DATA_HOME, XDG_CONFIG_HOME and XDG_STATE_HOME"
      )
    }
    let root = Self.withoutTrailingSlash(value)
    return (root == "/" ? "" : root) + "/" + home
  }

  private static func withoutTrailingSlash(_ path: String) -> String {
    guard path.utf8.count > 1, path.utf8.last == PathName.separator else { return path }
    return String(Substring(path.utf8.dropLast()))
  }
}
