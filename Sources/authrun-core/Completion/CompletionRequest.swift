/// What the user has typed so far: the words after the program's name, and the one that is being typed.
struct CompletionRequest: Hashable {
  /// Whole words before the cursor.
  let words: [String]
  /// The beginning of the next word; may be empty.
  let current: String

  init(words: [String], current: String) {
    self.words = words
    self.current = current
  }

  /// Reads what a shell hands over word by word; the last is the current one.
  init(words: [String]) {
    self.init(words: Array(words.dropLast()), current: words.last ?? "")
  }

  /// Reads a command line up to the cursor, as bash has it.
  ///
  /// bash itself splits words at `=` and `:`, which are parts of options and addresses here. Quotes are taken off.
  init(line: String) {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var isEscaped = false
    for character in line {
      if isEscaped {
        word = (word ?? "") + String(character)
        isEscaped = false
      } else if character == "\\", quote != "'" {
        word = word ?? ""
        isEscaped = true
      } else if character == quote {
        quote = nil
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if quote == nil, character == " " || character == "\t" {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    self.init(words: Array(words.dropFirst()), current: word ?? "")
  }
}
