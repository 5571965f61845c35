/// Tells the place that Lua puts before a message from the message.
enum ErrorPlace {
  /// Splits `acme.lua:17: text`; without a place the file's name alone is the location.
  static func split(_ text: String, chunkName: String) -> (location: String, message: String) {
    guard text.hasPrefix(chunkName + ":") else { return (chunkName, text) }
    let rest = text.dropFirst(chunkName.count + 1)
    let line = rest.prefix { $0.isNumber }
    guard !line.isEmpty, rest.dropFirst(line.count).hasPrefix(": ") else {
      return (chunkName, text)
    }
    return ("\(chunkName):\(line)", String(rest.dropFirst(line.count + 2)))
  }
}
