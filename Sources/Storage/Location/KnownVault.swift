import Glibc
import Standards

/// Which vault this user has at a place, noted in the state directory, apart from the vault itself.
///
/// A vault says by itself where its key comes from. Whoever can put files in its place, or owns the server that
/// it lies on, could put back one whose key is known, such as one from before a change of keys: what is stored
/// next could be read. So a vault is used for writing only if it has the identity and the key that were noted.
enum KnownVault {
  /// Refuses a vault that is another than the one that was used before at that place.
  ///
  /// - Throws: `replaced`, with the command that accepts it.
  static func require(
    _ meta: VaultMeta,
    _ name: String,
    _ location: VaultLocation
  )
    throws(VaultError)
  {
    guard let known = try lines(file(name, location), location), !known.contains(line(meta)) else {
      return
    }
    let isSame = known.contains { $0.hasPrefix(Hex.encode(meta.vaultID) + " ") }
    throw VaultError(
      .replaced,
      isSame
        ? "\(name) has another key than when it was last used here"
        : "\(name) is another vault than the one that was used here before",
      hint: isSame
        ? "if its key was changed on another machine, or you have put back a backup: authrun vault accept\n"
          + "else see who can write to it: with a key that somebody knows, new tokens could be read"
        : "if you have put it there: authrun vault accept\n"
          + "else see who can write to it, and put back a backup"
    )
  }

  /// Notes a vault that was opened with its key, where none is noted; of several, what came before it goes.
  ///
  /// Where nothing can be noted, the vault is used all the same.
  static func settle(_ meta: VaultMeta, _ name: String, _ location: VaultLocation) {
    let line = line(meta)
    let file = file(name, location)
    guard (try? lines(file, location))??.first != line else { return }
    try? change(file, location) { lines in
      // One that is not among them was overtaken by a change of keys.
      if let place = lines.firstIndex(of: line) { lines.removeFirst(place) }
      if lines.isEmpty { lines = [line] }
    }
  }

  /// Notes a vault that is about to be made, or its next key, beside what is noted.
  ///
  /// It is on the disk when this returns: a process that dies in between must not leave a vault that is refused.
  static func announce(
    _ meta: VaultMeta,
    _ name: String,
    _ location: VaultLocation
  ) throws(VaultError) {
    let line = line(meta)
    try change(file(name, location), location) { lines in
      if !lines.contains(line) { lines.append(line) }
    }
  }

  /// Notes a vault in the place of every other; `false` when it is the one that is noted.
  static func accept(
    _ meta: VaultMeta,
    _ name: String,
    _ location: VaultLocation
  ) throws(VaultError) -> Bool {
    let line = line(meta)
    let file = file(name, location)
    if try lines(file, location) == [line] { return false }
    try change(file, location) { $0 = [line] }
    return true
  }

  /// The identity, which is part of every record's, and the check value, which only the right key gives.
  private static func line(_ meta: VaultMeta) -> String {
    Hex.encode(meta.vaultID) + " " + Hex.encode(meta.keyCheck)
  }

  private static func file(_ name: String, _ location: VaultLocation) -> String {
    let place = location.server?.identity ?? name
    let hash = KeyedHash.compute(key: nil, Array(place.utf8), count: 16)
    return location.stateDirectory + "/vault-" + Hex.encode(hash)
  }

  private static func lines(
    _ file: String,
    _ location: VaultLocation
  ) throws(VaultError) -> [String]? {
    guard try PrivateDirectory.exists(location.stateDirectory, .closed),
      try PrivateFile.exists(file)
    else { return nil }
    let text = try PrivateFile.contents(file, atMost: 1 << 16)
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private static func change(
    _ file: String,
    _ location: VaultLocation,
    _ body: (inout [String]) -> Void
  ) throws(VaultError) {
    let directory = try PrivateDirectory.make(location.stateDirectory, .closed)
    let lock = try DirectoryLock.take(directory)
    var lines = try lines(file, location) ?? []
    let before = lines
    body(&lines)
    guard lines != before else { return }
    try PrivateFile.replace(Array((lines.joined(separator: "\n") + "\n").utf8), at: file)
    _ = consume lock
  }
}
