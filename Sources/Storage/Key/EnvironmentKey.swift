/// The master key in the environment.
enum EnvironmentKey {
  static let variable = "AUTHRUN_VAULT_KEY"
  /// The key that a vault is to be sealed with from now on, while the other still opens it.
  static let newVariable = "AUTHRUN_VAULT_NEW_KEY"

  /// The key that the variable holds.
  ///
  /// - Throws: `keyUnavailable` when it is not set, `wrongKey` when it holds no key.
  static func read(
    _ name: String,
    _ variable: (String) -> String?
  ) throws(VaultError) -> MasterKey {
    guard let text = variable(name), !text.isEmpty else {
      throw VaultError(
        .keyUnavailable,
        "the vault's key is to come from the environment, and \(name) is "
          + (variable(name) == nil ? "not set" : "empty"),
        hint: "set \(name) to the key (a new one: openssl rand -hex 32)"
      )
    }
    let key = try MasterKey(text: LockedBytes(copying: Array(text.utf8)))
    guard let key else {
      throw VaultError(
        .wrongKey,
        "\(name) does not hold a master key (32 bytes in hexadecimal or base64url)",
        hint: "a new one is made by: openssl rand -hex 32"
      )
    }
    return key
  }
}
