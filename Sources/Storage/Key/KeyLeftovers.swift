import Glibc
import Standards

/// Key files that a change of keys made and, cut short, never used.
///
/// A key is made before the vault is sealed with it (`KeyAccess.makeNextKey`), so that one file can be left
/// over that opens nothing.
enum KeyLeftovers {
  /// Removes what was left beside the vault's key file, if nobody changes keys now.
  ///
  /// A key goes only if it was made for this vault, and the vault, at a moment at which nobody else can be about
  /// to record that key, has another. What cannot be looked at stays, in silence.
  static func remove(
    _ location: VaultLocation,
    _ meta: VaultMeta,
    _ driver: any VaultDriver
  ) {
    let path = location.defaultKeyFile
    let directory = PathName.parent(of: path)
    let prefix = PathName.last(of: path) + KeyFile.pendingMark
    // Nearly always there is nothing.
    let names = names(in: directory).filter { $0.utf8.starts(with: prefix.utf8) }
    guard !names.isEmpty, let lock = try? DirectoryLock.attempt(directory) else { return }
    // A write that succeeds says that the vault still has our key, and that no change of it is under way any
    // more: neither one whose answer was lost on the way from a server, nor one that lies half in the log.
    guard (try? driver.ensureWritable(key: meta.keyCheck)) != nil else { return }
    var isRemoved = false
    for name in names where isLeft(Substring(name.utf8.dropFirst(prefix.utf8.count)), meta) {
      if unlink(directory + "/" + name) == 0 { isRemoved = true }
    }
    if isRemoved { try? PrivateDirectory.synchronize(directory) }
    withExtendedLifetime(lock) {}

    func isLeft(_ rest: Substring, _ meta: VaultMeta) -> Bool {
      let check = rest.prefix { $0 != "." }
      // A draft that was never given its name holds a key that was never used.
      if check.utf8.count < rest.utf8.count { return rest.hasSuffix(PrivateFile.draftMark) }
      guard let wanted = try? Hex.decode(String(check)), wanted != meta.keyCheck,
        let key = try? KeyFile.read(directory + "/" + prefix + check)
      else { return false }
      return VaultKeys.check(key, vaultID: meta.vaultID) == wanted
    }
  }

  private static func names(in directory: String) -> [String] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      names.append(name)
    }
    return names
  }
}
