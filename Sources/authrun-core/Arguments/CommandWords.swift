import Standards

/// The words of the command line as the system passed them.
enum CommandWords {
  /// The words as text, behind those that a helper's name stands for.
  static var current: [String] {
    CalledName.words(CommandLine.arguments.first) + CommandLine.arguments.dropFirst()
  }

  /// The number of the first argument that is not UTF-8, from 1 on; `nil` when all are.
  ///
  /// Read as text such an argument would become another, and name another file or account.
  static var firstUnreadable: Int? {
    let words = CommandLine.arguments
    var end = max(1, Int(CommandLine.argc))
    // What follows `exec … --` is passed on as it is and need not be text.
    if let terminator = words.firstIndex(of: "--"), words[..<terminator].contains("exec") {
      end = terminator
    }
    return (1..<end).first { index in
      guard let word = CommandLine.unsafeArgv[index] else { return false }
      return String(validatingCString: word) == nil
    }
  }
}
