/// The commands that may open a browser, in the order in which they are tried.
struct BrowserCommand: Hashable, Sendable {
  /// The program and its arguments; a word `%s` stands for the URL, which otherwise comes last.
  let words: [String]

  /// The commands to try: `--browser` alone if given, else `$BROWSER`, `wslview`, `xdg-open`.
  ///
  /// `none` stands for no browser at all. Without a display `xdg-open` is left out: it would start a
  /// text browser that nobody sees.
  static func candidates(given: String?, environment: Environment) -> [BrowserCommand] {
    if let given {
      return given == "none" ? [] : [BrowserCommand(given)].compactMap(\.self)
    }
    if let listed = environment.nonEmpty("BROWSER") {
      if listed == "none" { return [] }
      return listed.split(separator: ":").compactMap { BrowserCommand(String($0)) }
    }
    var commands: [String] = []
    let isWSL = environment.nonEmpty("WSL_DISTRO_NAME") != nil
    if isWSL { commands.append("wslview") }
    let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment.nonEmpty($0) != nil }
    if hasDisplay { commands.append("xdg-open") }
    return commands.compactMap { BrowserCommand($0) }
  }

  /// Splits a command at spaces; single and double quotes keep spaces, a backslash the next character.
  init?(_ text: String) {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var characters = text[...]
    while let character = characters.popFirst() {
      if character == "\\", quote != "'", let next = characters.popFirst() {
        word = (word ?? "") + String(next)
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if quote == nil, character.isWhitespace {
        if let finished = word { words.append(finished) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    if let finished = word { words.append(finished) }
    guard quote == nil, !words.isEmpty else { return nil }
    self.words = words
  }

  /// The words to run for a URL.
  ///
  /// The URL is always a word of its own. Put into another one it could become part of a program, as
  /// in `sh -c "browser %s"`, and a provider's URL may hold what a shell would run.
  func arguments(opening url: String) -> [String] {
    guard words.contains("%s") else { return words + [url] }
    return words.map { $0 == "%s" ? url : $0 }
  }
}
