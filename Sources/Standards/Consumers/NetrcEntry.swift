/// One machine of a netrc file, the account's token being the password.
package enum NetrcEntry {
  /// `machine HOST login USER password TOKEN`.
  ///
  /// The file has no quoting that all its readers share, so a word with white space, a quote, a
  /// backslash or a comment mark is refused.
  package static func line(
    _ stored: Credential,
    host: String,
    user: String
  ) throws(ConsumerFault) -> String {
    let token = try stored.bearer(for: "netrc")
    let machine = machine(host)
    for (name, word) in [("host", machine), ("user name", user), ("token", token)] {
      guard !word.isEmpty, word.utf8.allSatisfy(isPlain), word.utf8.first != UInt8(ascii: "#")
      else {
        throw ConsumerFault(
          "the \(name) has a character that a netrc file cannot carry",
          hint: "use: authrun helper curl"
        )
      }
    }
    return "machine \(machine) login \(user) password \(token)"
  }

  /// The host alone: a netrc names machines, without scheme and port.
  private static func machine(_ name: String) -> String {
    var host = name.utf8[...]
    if host.starts(with: "http://".utf8) { host = host.dropFirst(7) }
    if host.last != UInt8(ascii: "]"), let colon = host.lastIndex(of: UInt8(ascii: ":")) {
      host = host[..<colon]
    }
    return String(Substring(host))
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "'")
      && byte != UInt8(ascii: "\\")
  }
}
