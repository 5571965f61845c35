import Standards

/// Where a vault, its key and its locks lie; nothing is touched until a vault is opened.
///
/// By default the places of the XDG Base Directory Specification; an explicit vault keeps its key
/// beside it, so that the two can be moved together.
package struct VaultLocation: Hashable, Sendable {
  /// The database's absolute path; for a vault on a server, its address as it may be shown.
  package let databaseFile: String
  /// The database server; `nil` for a vault in a file.
  package let server: ServerAddress?
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
  ///   - explicit: the value of `--vault`: a path, `sqlite:PATH` or `postgres://…`; `AUTHRUN_VAULT` when
  ///     `nil` or empty.
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
      server = nil
      return
    }
    if let scheme = Self.scheme(of: given), ServerAddress.schemes.contains(scheme) {
      let address = try Self.address(given)
      databaseFile = address.description
      defaultKeyFile = try Self.keyFile(of: address, environment)
      isExplicit = true
      server = address
      return
    }
    server = nil
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

  private static func address(_ text: String) throws(VaultError) -> ServerAddress {
    guard !text.utf8.contains(0), text.parts(separatedBy: "://").count > 1 else {
      throw VaultError(
        .location,
        "the vault's address cannot be read",
        hint: "as in postgres://user@host:5432/database"
      )
    }
    return ServerAddress(text)
  }

  /// The key stays on the machines: a file in the user's configuration, named after the database, that
  /// is copied to each machine which may open the vault.
  private static func keyFile(
    of address: ServerAddress,
    _ environment: (String) -> String?
  ) throws(VaultError) -> String {
    let hash = KeyedHash.compute(key: nil, Array(address.identity.utf8), count: 16)
    return try BaseDirectories.configuration(environment)
      + "/authrun/postgres-\(Hex.encode(Array(hash[..<8]))).key"
  }

  private static func path(of vault: String) throws(VaultError) -> String {
    guard let scheme = scheme(of: vault) else { return vault }
    guard scheme == "sqlite" else {
      throw VaultError(
        .location,
        "the vault “\(scheme):” is of a kind that this version does not know",
        hint: "give a path, sqlite:PATH or postgres://… (a path with a colon: ./\(scheme):…)"
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

  static func absolute(
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
