import Glibc

/// The master key that a command prints, such as `pass show authrun/vault`.
enum KeyCommand {
  /// Long enough for somebody to unlock a password manager, in seconds.
  static let patience: Double = 60
  private static let longestOutput = 4096

  /// Runs the command and reads the key from its output, of which one line end is taken away.
  ///
  /// Its standard input is empty and its standard error is ours. It gets our environment without the
  /// variables that may hold secrets of ours.
  ///
  /// - Throws: `keyUnavailable` when it cannot be run, fails or takes too long; `wrongKey` when it
  ///   prints something else.
  static func key(
    from command: String,
    patience: Double = patience
  ) throws(VaultError) -> MasterKey {
    guard let words = CommandLineWords.split(command) else {
      throw VaultError(.keyUnavailable, "the vault's key command is no command: \(command)")
    }
    var output = try LockedBytes(count: longestOutput)
    var count = try output.withMutableBuffer { (output) throws(VaultError) in
      try run(words, command, UnsafeMutableRawBufferPointer(output), patience)
    }
    let key = try output.withBuffer { (output) throws(VaultError) in
      if count > 0, output[count - 1] == UInt8(ascii: "\n") { count -= 1 }
      return try MasterKey(text: UnsafeBufferPointer(rebasing: output[..<count]))
    }
    guard let key else {
      throw VaultError(
        .wrongKey,
        "the vault's key command does not print a master key (32 bytes in hexadecimal or base64url): "
          + command,
        hint: "run it yourself and look; a new key is made by: openssl rand -hex 32"
      )
    }
    return key
  }

  /// Fills `output` and returns how much there was.
  private static func run(
    _ words: [String],
    _ command: String,
    _ output: UnsafeMutableRawBufferPointer,
    _ patience: Double
  ) throws(VaultError) -> Int {
    var child: SpawnedReader
    do {
      child = try SpawnedReader(words)
    } catch {
      throw VaultError(
        .keyUnavailable,
        "the vault's key command cannot be run: \(command): \(error.text)",
        hint: "it is run without a shell; with one: command:sh -c '…'"
      )
    }
    switch child.read(into: output, within: patience) {
    case .ended(let status, let count) where status == 0: return count
    case .ended(let status, _):
      throw VaultError(
        .keyUnavailable,
        "the vault's key command failed (\(status)): \(command)",
        hint: "run it yourself to see why"
      )
    case .tooLate:
      throw VaultError(
        .keyUnavailable,
        "the vault's key command did not end within \(Int(patience)) s: \(command)",
        hint: "run it yourself to see why"
      )
    }
  }
}
