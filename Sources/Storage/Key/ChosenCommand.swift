import Glibc
import Standards

/// The key commands that this user has chosen, each a file in the state directory, apart from any vault.
///
/// A vault only records which command gives its key, and whoever can write the vault can write another
/// there. So a command is run when its user chose it on this machine, and else never.
enum ChosenCommand {
  /// Notes that the user chose `command`; on the disk when this returns.
  static func add(_ command: String, _ location: VaultLocation) throws(VaultError) {
    let directory = try PrivateDirectory.make(location.stateDirectory, .closed)
    if try PrivateFile.publish(Array((command + "\n").utf8), at: path(command, location)) {
      try PrivateDirectory.synchronize(directory)
    }
  }

  /// - Throws: `keyUnavailable` for a command that was not chosen here, with what chooses it.
  static func require(_ command: String, _ location: VaultLocation) throws(VaultError) {
    let path = path(command, location)
    if try PrivateDirectory.exists(location.stateDirectory, .closed),
      try PrivateFile.exists(path)
    {
      return
    }
    throw VaultError(
      .keyUnavailable,
      "the vault names a command for its key that was not chosen on this machine, so it is not run: "
        + command,
      hint: "if the command is yours: mkdir -p -m 700 \(location.stateDirectory) && "
        + "touch \(path) && chmod 600 \(path)"
    )
  }

  private static func path(_ command: String, _ location: VaultLocation) -> String {
    let hash = Hex.encode(KeyedHash.compute(key: nil, Array(command.utf8), count: 16))
    return location.stateDirectory + "/key-command-" + hash
  }
}
