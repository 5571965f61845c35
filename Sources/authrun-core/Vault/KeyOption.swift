import Storage

/// `--key SOURCE`: where a vault's master key comes from.
enum KeyOption {
  static let spec = CommandOption(
    "key",
    .required("SOURCE"),
    help: "Where the key comes from: \(KeyChoice.forms.joined(separator: ", "))."
  )

  /// What each source is, for the commands' help.
  static let details = [
    "secret-service: your desktop's keyring holds the key. passphrase: you type it (Argon2id); "
      + "AUTHRUN_VAULT_PASSPHRASE or AUTHRUN_VAULT_PASSPHRASE_FILE give it to a program. file: a file "
      + "that only you can read. environment: AUTHRUN_VAULT_KEY. command: what a command prints.",
    "A command, as in --key 'command:pass show authrun/vault', is split into words as a shell would, but no shell runs it: nothing is expanded, and "
      + "pipes need sh -c '…'. It has 60 seconds. A key is 32 bytes in hexadecimal or base64url, as "
      + "from “openssl rand -hex 32”.",
  ]

  static func read(_ options: OptionValues) throws(UsageError) -> KeyChoice? {
    guard let text = options.last("key") else { return nil }
    guard let choice = KeyChoice(text) else {
      // A key itself may have been given: it is not repeated.
      throw UsageError(
        "--key names no source of keys",
        hint: "one of: \(KeyChoice.forms.joined(separator: ", "))"
      )
    }
    return choice
  }
}
