/// The command line as text.
enum ArgumentWords {
  /// The words after the program's name; `nil` when one is not UTF-8, which `arguments` would repair.
  static var current: [String]? {
    var words: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let argument = CommandLine.unsafeArgv[index],
        let word = String(validatingCString: argument)
      else { return nil }
      words.append(word)
    }
    return words
  }
}
