package import Standards

/// Says whether a secret, or a request, may go to a URL.
package typealias HostRule = @Sendable (URI) -> Bool

/// The secrets of one operation by the numbers that stand for them in the script.
struct SecretTable: Sendable {
  struct Entry: Sendable {
    var name: String
    var secret: Secret
    var mayGoTo: HostRule
  }

  /// Shorter ones would blot out innocent text; nothing so short is a secret worth the name.
  private static let shortestRedacted = 4

  private var entries: [Entry] = []

  mutating func add(_ secret: Secret, name: String, mayGoTo: @escaping HostRule) -> UInt32 {
    entries.append(Entry(name: name, secret: secret, mayGoTo: mayGoTo))
    return UInt32(entries.count - 1)
  }

  subscript(index: UInt32) -> Entry? {
    entries.indices.contains(Int(index)) ? entries[Int(index)] : nil
  }

  func name(_ index: UInt32) -> String { self[index]?.name ?? "unknown" }

  /// Replaces every secret in `bytes`, plain or percent-encoded, by its name.
  func redacted(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for entry in entries where entry.secret.bytes.count >= Self.shortestRedacted {
      let stand = Array("<secret \(entry.name)>".utf8)
      let plain = entry.secret.bytes
      bytes = bytes.replacing(plain, with: stand)
      let encoded = Array(PercentEncoding.encode(plain).utf8)
      if encoded != plain { bytes = bytes.replacing(encoded, with: stand) }
    }
    return bytes
  }

  func redacted(_ text: String) -> String {
    String(decoding: redacted(Array(text.utf8)), as: UTF8.self)
  }
}
