package import Standards
import Synchronization

/// Replaces every secret it has learned by a stable fingerprint, in whatever encoding it stands.
///
/// A fingerprint is the label and the first six hex digits of the SHA-256 of the value, so that two
/// places that show the same fingerprint held the same secret and neither shows a part of it.
package final class Redactor: Sendable {
  private struct Entry {
    var spelling: String
    var replacement: String
  }

  private let hashing: any Hashing
  private let entries = Mutex<[Entry]>([])

  /// Values shorter than this are no secret anybody could keep, and would blank out ordinary text.
  private static let shortestSecret = 4

  package init(hashing: any Hashing) {
    self.hashing = hashing
  }

  /// Remembers `secret`, to be shown as `<label:fingerprint>` from now on.
  package func learn(_ secret: Secret, as label: String) {
    learn(secret.text, as: label)
  }

  /// Remembers a secret that travels as text, in each encoding that a request may give it.
  package func learn(_ text: String, as label: String) {
    guard text.utf8.count >= Self.shortestSecret else { return }
    let replacement = fingerprint(text, as: label)
    let encoded = PercentEncoding.encode(text)
    var spellings = [text, encoded, PercentEncoding.encode(encoded)]
    spellings.append(FormEncoding.encode(Parameters([("", text)])).dropFirst().description)
    spellings.append(JSONValue.string(text).serialized.dropFirst().dropLast().description)
    entries.withLock { entries in
      for spelling in Set(spellings) where !entries.contains(where: { $0.spelling == spelling }) {
        entries.append(Entry(spelling: spelling, replacement: replacement))
      }
      // A secret may contain another one; the longer must go first.
      entries.sort { $0.spelling.utf8.count > $1.spelling.utf8.count }
    }
  }

  /// What is shown instead of `text`.
  package func fingerprint(_ text: String, as label: String) -> String {
    let digest = hashing.digest(.sha256, Array(text.utf8))
    return "<\(label):\(Hex.encode(Array(digest.prefix(3))))>"
  }

  /// `text` with every known secret replaced.
  package func redact(_ text: String) -> String {
    entries.withLock { entries in
      var result = text
      for entry in entries where result.utf8.count >= entry.spelling.utf8.count {
        result = result.replacing(entry.spelling, with: entry.replacement)
      }
      return result
    }
  }
}
