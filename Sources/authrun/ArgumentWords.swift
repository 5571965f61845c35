import Standards

/// The command line as text.
enum ArgumentWords {
  /// The words after the program's name, or those that a helper's name stands for and they.
  ///
  /// `nil` when one is not UTF-8, which `arguments` would repair.
  static var current: [String]? {
    let name = CommandLine.unsafeArgv[0].flatMap { String(validatingCString: $0) }
    var words = CalledName.words(name)
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = CommandLine.unsafeArgv[index],
        let word = String(validatingCString: argument)
      else { return nil }
      words.append(word)
    }
    return words
  }
}
