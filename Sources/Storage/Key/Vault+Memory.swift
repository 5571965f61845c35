extension Vault {
  /// Lets the kernel remember the vault's key, so that the user's programs open the vault without its
  /// source until the time is up.
  ///
  /// - Throws: `denied` where the kernel takes no keys, as in some containers.
  package func rememberKey(seconds: Int) throws(VaultError) {
    let (path, location, keys) = (path, location, keys)
    try withOpen { (open) throws(VaultError) in
      let unlocked = try keys.unlock(open.meta.key, location, path)
      try KernelKeyring.remember(unlocked.key, open.meta.key, seconds: seconds)
    }
  }

  /// Makes the kernel forget the vault's key; `false` when it remembered none.
  package static func forgetKey(
    _ location: VaultLocation,
    server: (any VaultServer)? = nil
  ) throws(VaultError) -> Bool {
    guard let meta = try look(location, server)?.meta() else { return false }
    return KernelKeyring.forget(meta.key)
  }
}
