/// Where a vault's master key comes from, as the vault records it.
///
/// The Secret Service, a passphrase, a command and the environment each become a case when they work;
/// a vault that records one that is not known here does not open.
package enum MasterKeySource: Hashable, Sendable {
  /// A key file; `nil` means the place that goes with the vault's own.
  case file(path: String?)

  /// The name and the detail under which the vault records the source.
  var recorded: (name: String, detail: String?) {
    switch self {
    case .file(let path): ("file", path)
    }
  }

  init(name: String, detail: String?) throws(VaultError) {
    guard name == "file" else {
      throw VaultError(
        .newerVersion,
        "the vault's key comes from “\(name)”, which this version does not know",
        hint: "use the authrun that made the vault, or a newer one"
      )
    }
    self = .file(path: detail)
  }
}

extension VaultLocation {
  /// The source for a vault that is yet to be made.
  package var initialKeySource: MasterKeySource {
    .file(path: keyFileOverride)
  }

  /// The path of the key file for a vault that records `path`.
  func keyFile(recorded path: String?) -> String {
    keyFileOverride ?? path ?? defaultKeyFile
  }
}
