/// A command as a user writes it, split into its words without a shell.
///
/// White space separates words. Single quotes keep everything as it is; in double quotes and outside, a
/// backslash keeps the next character. Nothing else is special: no variables, no `~`, no pipes. Who
/// wants those writes `sh -c '…'`.
enum CommandLineWords {
  /// The words; `nil` for a quote without its end, or for no word at all.
  static func split(_ text: String) -> [String]? {
    var words: [String] = []
    var word: [UInt8]?
    var quote: UInt8?
    var bytes = text.utf8.makeIterator()
    while let byte = bytes.next() {
      switch (byte, quote) {
      case (UInt8(ascii: "\\"), nil), (UInt8(ascii: "\\"), UInt8(ascii: "\"")):
        guard let next = bytes.next() else { return nil }
        word = (word ?? []) + [next]
      case (let byte, let open?):
        if byte == open { quote = nil } else { word?.append(byte) }
      case (UInt8(ascii: "'"), nil), (UInt8(ascii: "\""), nil):
        quote = byte
        word = word ?? []
      case (UInt8(ascii: " "), nil), (UInt8(ascii: "\t"), nil), (UInt8(ascii: "\n"), nil):
        if let done = word { words.append(String(decoding: done, as: UTF8.self)) }
        word = nil
      default: word = (word ?? []) + [byte]
      }
    }
    guard quote == nil else { return nil }
    if let word { words.append(String(decoding: word, as: UTF8.self)) }
    return words.isEmpty ? nil : words
  }
}
