import Login
import Standards

extension AccountID {
  /// Reads `PROVIDER` or `PROVIDER/NAME` as the user wrote it.
  init(argument: String) throws(UsageError) {
    let parts = argument.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let provider = parts.first, !provider.isEmpty else {
      throw UsageError("“\(argument)” names no account", hint: "write PROVIDER or PROVIDER/NAME")
    }
    guard parts.count == 2 else {
      self.init(provider: String(provider))
      return
    }
    try self.init(provider: String(provider), name: AccountID.checked(name: String(parts[1])))
  }

  /// An account name that can be shown, typed and written as a file name.
  static func checked(name: String) throws(UsageError) -> String {
    let isPlain = name.unicodeScalars.allSatisfy { scalar in
      scalar != "/" && scalar.properties.generalCategory != .control
        && !scalar.properties.isWhitespace
    }
    guard !name.isEmpty, isPlain, VisibleText.of(name) == name, name.utf8.count <= 128 else {
      throw UsageError(
        "“\(VisibleText.line(name))” cannot be an account name",
        hint: "1 to 128 bytes without spaces, control characters, marks of direction and “/”"
      )
    }
    return name
  }
}
