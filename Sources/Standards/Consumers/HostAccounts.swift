/// Which account serves which server, as the user wrote it: `HOST ACCOUNT [USER]` on each line.
///
/// It is for tools that name nothing but a server, such as docker, and it is the user's word that the
/// account's token may go there.
package struct HostAccounts: Sendable {
  /// One line.
  package struct Entry: Hashable, Sendable {
    /// The server's name as `HostName` has it.
    package let host: String
    package let account: AccountID
    /// The user name to give with the token.
    package let user: String?
  }

  /// A line that cannot be read, counted from 1; it counts for nothing, and the others for what they say.
  package struct Fault: Error, Hashable, Sendable {
    package let line: Int
    package let reason: String
  }

  package let entries: [Entry]
  package let faults: [Fault]

  package init(entries: [Entry] = []) {
    self.entries = entries
    faults = []
  }

  /// Reads the file's text; `#` begins a comment, and of two lines for one host the first counts.
  package init(_ bytes: [UInt8]) {
    var entries: [Entry] = []
    var faults: [Fault] = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let content = line.prefix { $0 != UInt8(ascii: "#") }
      let words = content.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
      guard !words.isEmpty else { continue }
      do throws(Fault) {
        entries.append(try Self.entry(words, line: index + 1))
      } catch {
        faults.append(error)
      }
    }
    self.entries = entries
    self.faults = faults
  }

  private static func entry(
    _ words: [ArraySlice<UInt8>],
    line: Int
  ) throws(Fault) -> Entry {
    guard (2...3).contains(words.count) else {
      throw Fault(line: line, reason: "a line is HOST ACCOUNT [USER]")
    }
    var texts: [String] = []
    for word in words {
      guard let text = String(validating: word, as: UTF8.self),
        word.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
      else { throw Fault(line: line, reason: "it is not plain text") }
      texts.append(text)
    }
    guard let host = HostName.of(server: texts[0]) else {
      throw Fault(line: line, reason: "the first word is no host")
    }
    guard let account = AccountID(text: texts[1]) else {
      throw Fault(line: line, reason: "the second word is no account")
    }
    return Entry(host: host, account: account, user: texts.count > 2 ? texts[2] : nil)
  }

  /// The line for a server.
  package func entry(forHost name: String) -> Entry? {
    entries.first { $0.host.hasSameBytes(as: name) }
  }

  /// Whether an account's token may go to a server: to one that its descriptor declares, or that the user
  /// has given to this account, by the name under which it is asked for or by the one that it has.
  package func permit(
    _ account: AccountID,
    _ used: AccountID,
    _ stored: Credential,
    toHost name: String
  ) -> Bool {
    stored.mayGo(toHost: name)
      || entries.contains { entry in
        entry.host.hasSameBytes(as: name) && (entry.account == account || entry.account == used)
      }
  }
}

extension AccountID {
  /// Reads `provider` or `provider/name` in the characters of ordinary names; `nil` for anything else.
  package init?(text: String) {
    let parts = text.utf8.split(
      separator: UInt8(ascii: "/"),
      maxSplits: 2,
      omittingEmptySubsequences: false
    )
    guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty }),
      parts[0].first != UInt8(ascii: "-"), parts.allSatisfy({ $0.allSatisfy(Self.isPlain) })
    else { return nil }
    let provider = String(Substring(parts[0]))
    self =
      parts.count == 1
      ? AccountID(provider: provider)
      : AccountID(provider: provider, name: String(Substring(parts[1])))
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "@")
      || byte == UInt8(ascii: "+")
  }
}
