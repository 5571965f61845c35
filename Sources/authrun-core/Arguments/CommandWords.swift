/// The words of the command line as the system passed them.
enum CommandWords {
  /// The number of the first argument that is not UTF-8, from 1 on; `nil` when all are.
  ///
  /// Read as text such an argument would become another, and name another file or account.
  static var firstUnreadable: Int? {
    (1..<max(1, Int(CommandLine.argc))).first { index in
      guard let word = CommandLine.unsafeArgv[index] else { return false }
      return String(validatingCString: word) == nil
    }
  }
}
