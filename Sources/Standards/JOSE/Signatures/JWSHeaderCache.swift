import Synchronization

/// The protected headers of tokens that held lately, by their exact text, with the keys that they chose.
///
/// An issuer writes the same header into token after token. Only a token whose signature holds leaves
/// its header here, so that nobody else can fill the place.
final class JWSHeaderCache: Sendable {
  final class Entry: Sendable {
    fileprivate let text: [UInt8]
    let header: JWSHeader
    let verifier: any MessageVerifier
    let authenticator: (any MessageAuthenticator)?

    fileprivate init(_ text: [UInt8], _ header: JWSHeader, _ verifier: any MessageVerifier) {
      self.text = text
      self.header = header
      self.verifier = verifier
      authenticator = verifier.authenticator
    }
  }

  private static let places = 4
  private static let longest = 512
  private let entries = Mutex<[Entry]>([])

  func entry(_ text: Span<UInt8>) -> Entry? {
    let entries = entries.withLock { $0 }
    for entry in entries where Self.isEqual(entry.text, text) { return entry }
    return nil
  }

  func remember(_ text: ArraySlice<UInt8>, header: JWSHeader, verifier: any MessageVerifier) {
    guard text.count <= Self.longest else { return }
    let entry = Entry(Array(text), header, verifier)
    entries.withLock { entries in
      if entries.count == Self.places { entries.removeFirst() }
      entries.append(entry)
    }
  }

  private static func isEqual(_ known: [UInt8], _ text: Span<UInt8>) -> Bool {
    guard known.count == text.count else { return false }
    let known = known.span
    for index in known.indices where known[index] != text[index] { return false }
    return true
  }
}
