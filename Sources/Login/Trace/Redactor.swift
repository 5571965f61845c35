package import Standards
import Synchronization

/// Replaces every secret it has learned by a stable fingerprint, in whatever encoding it stands.
///
/// A fingerprint is the label and the first six hex digits of the SHA-256 of the value, so that two
/// places that show the same fingerprint held the same secret and neither shows a part of it.
package final class Redactor: Sendable {
  private let hashing: any Hashing
  private let known = Mutex(SpellingReplacer())

  package init(hashing: any Hashing) {
    self.hashing = hashing
  }

  /// Remembers `secret`, to be shown as `<label:fingerprint>` from now on.
  package func learn(_ secret: Secret, as label: String) {
    learn(secret.text, as: label)
  }

  /// Remembers a secret that travels as text, in each encoding that a request may give it.
  package func learn(_ text: String, as label: String) {
    let spellings = SecretSpellings(of: Array(text.utf8))
    guard !spellings.isEmpty else { return }
    let replacement = fingerprint(text, as: label)
    known.withLock { $0.add(spellings, replacement: replacement) }
  }

  /// What is shown instead of `text`.
  package func fingerprint(_ text: String, as label: String) -> String {
    let digest = hashing.digest(.sha256, Array(text.utf8))
    return "<\(label):\(Hex.encode(Array(digest.prefix(3))))>"
  }

  /// `text` with every known secret replaced.
  package func redact(_ text: String) -> String {
    known.withLock { $0 }.replace(in: text)
  }
}
