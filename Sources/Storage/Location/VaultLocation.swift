/// Where a vault, its key and its locks lie; nothing is touched until a vault is opened.
///
/// By default the places of the XDG Base Directory Specification; an explicit vault keeps its key
/// beside it, so that the two can be moved together.
package struct VaultLocation: Hashable, Sendable {
  /// The database's absolute path.
  package let databaseFile: String
  /// The path of the master key file when the vault records no other.
  package let defaultKeyFile: String
  /// The key file that the environment names; it goes before the one that the vault records.
  package let keyFileOverride: String?
  /// The directory of the lock files.
  package let stateDirectory: String
  /// Whether the user named the vault, so that its directory is theirs and not ours.
  package let isExplicit: Bool
}

extension VaultLocation {
  /// The location that the arguments and the environment name.
  ///
  /// - Parameters:
  ///   - explicit: the value of `--vault`: a path or `sqlite:PATH`; `AUTHRUN_VAULT` when `nil` or empty.
  ///   - environment: the value of a variable by its name.
  ///   - workingDirectory: what relative paths start from.
  /// - Throws: `location` for another scheme, a path with a NUL, or when no home directory is known.
  package init(
    explicit: String?,
    environment: (String) -> String?,
    workingDirectory: @autoclosure () -> String
  ) throws(VaultError) {
    stateDirectory = try BaseDirectories.state(environment) + "/authrun"
    let override = Self.given(environment("AUTHRUN_VAULT_KEY_FILE"))
    keyFileOverride = try override.map { (path) throws(VaultError) in
      try Self.absolute(path, workingDirectory)
    }

    guard let given = Self.given(explicit) ?? Self.given(environment("AUTHRUN_VAULT")) else {
      databaseFile = try BaseDirectories.data(environment) + "/authrun/vault.db"
      defaultKeyFile = try BaseDirectories.configuration(environment) + "/authrun/vault.key"
      isExplicit = false
      return
    }
    databaseFile = try Self.absolute(Self.path(of: given), workingDirectory)
    isExplicit = true
    // The default vault named by its path is still the default vault, and its key lies where it lay.
    if let data = try? BaseDirectories.data(environment), databaseFile == data + "/authrun/vault.db"
    {
      defaultKeyFile = try BaseDirectories.configuration(environment) + "/authrun/vault.key"
    } else {
      defaultKeyFile = databaseFile + ".key"
    }
  }

  /// An empty value counts as none, as the XDG specification has it for its own variables.
  private static func given(_ value: String?) -> String? {
    guard let value, !value.isEmpty else { return nil }
    return value
  }

  private static func path(of vault: String) throws(VaultError) -> String {
    guard let scheme = scheme(of: vault) else { return vault }
    guard scheme == "sqlite" else {
      throw VaultError(
        .location,
        "the vault “\(scheme):” is of a kind that this version does not know",
        hint: "give a path, or sqlite:PATH (a path with a colon: ./\(scheme):…)"
      )
    }
    let path = String(Substring(vault.utf8.dropFirst("sqlite:".utf8.count)))
    guard !path.isEmpty else {
      throw VaultError(.location, "the vault “sqlite:” names no file", hint: "give sqlite:PATH")
    }
    return path
  }

  /// What stands before a colon when it has the shape of a scheme (RFC 3986 §3.1).
  private static func scheme(of text: String) -> String? {
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon != text.startIndex else {
      return nil
    }
    let scheme = text[..<colon]
    let isScheme = scheme.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
        UInt8(ascii: "."):
        true
      default: false
      }
    }
    return isScheme ? scheme.lowercased() : nil
  }

  private static func absolute(
    _ path: String,
    _ workingDirectory: () -> String
  ) throws(VaultError) -> String {
    guard !path.utf8.contains(0) else {
      throw VaultError(.location, "a path contains a NUL byte")
    }
    guard path.utf8.last != PathName.separator else {
      throw VaultError(.location, "\(path) names a directory", hint: "name a file in it")
    }
    return PathName.isAbsolute(path) ? path : workingDirectory() + "/" + path
  }
}
