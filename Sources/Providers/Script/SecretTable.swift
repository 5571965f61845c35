package import Standards

/// Says whether a secret, or a request, may go to a URL.
package typealias HostRule = @Sendable (URI) -> Bool

/// The secrets of one operation by the numbers that stand for them in the script.
struct SecretTable: Sendable {
  struct Entry: Sendable {
    var name: String
    var secret: Secret
    var mayGoTo: HostRule
    /// Whether the rule keeps it from some of the hosts that the script may contact.
    var isBound = false
    /// Whether trying all that it can be takes little: what is derived from it is then as good as itself.
    var isGuessable = false
    /// Where it came from, if a server sent it.
    var origin: URI?
    fileprivate let spellings: SecretSpellings
  }

  /// Bytes of a secret that nobody finds by trying.
  private static let leastBytes = 16

  private var entries: [Entry] = []
  private var replacer = SpellingReplacer()

  mutating func add(
    _ secret: Secret,
    name: String,
    isBound: Bool = false,
    isGuessable: Bool = false,
    from origin: URI? = nil,
    mayGoTo: @escaping HostRule
  ) -> UInt32 {
    let spellings = SecretSpellings(of: secret.bytes)
    entries.append(
      Entry(
        name: name,
        secret: secret,
        mayGoTo: mayGoTo,
        isBound: isBound,
        isGuessable: isGuessable || secret.bytes.count < Self.leastBytes,
        origin: origin,
        spellings: spellings
      )
    )
    replacer.add(spellings, replacement: Self.stand(name))
    return UInt32(entries.count - 1)
  }

  subscript(index: UInt32) -> Entry? {
    entries.indices.contains(Int(index)) ? entries[Int(index)] : nil
  }

  func name(_ index: UInt32) -> String { self[index]?.name ?? "unknown" }

  private static func stand(_ name: String) -> String { "<secret \(name)>" }

  /// Replaces every secret, in whatever spelling, by its name: for what leaves the script for good.
  ///
  /// A script must not see the result for a text of its own making: it would learn from the
  /// replacement that it had guessed a secret.
  func redacted(_ text: String) -> String { replacer.replace(in: text) }

  /// What takes the secrets out of something that came from `url`, before the script sees it.
  ///
  /// Only those that may go there: a server that was never sent a secret cannot know it, so that a
  /// text like it is a guess, perhaps the script's own, which must not be confirmed.
  func redaction(of url: URI) -> SpellingReplacer {
    var replacer = SpellingReplacer()
    for entry in entries where entry.mayGoTo(url) {
      replacer.add(entry.spellings, replacement: Self.stand(entry.name))
    }
    return replacer
  }
}
