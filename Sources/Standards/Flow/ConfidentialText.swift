/// Takes values of ours out of text that a provider sent back.
package enum ConfidentialText {
  /// Replaces every occurrence of each secret in `text`.
  ///
  /// Very short values are left, since replacing one or two letters would make any message unreadable.
  package static func hiding(_ secrets: [Secret], in text: String) -> String {
    var bytes = Array(text.utf8)
    for secret in secrets {
      let needle = secret.bytes
      guard needle.count >= 4 else { continue }
      bytes = replacing(needle, in: bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func replacing(_ needle: [UInt8], in text: [UInt8]) -> [UInt8] {
    guard text.count >= needle.count else { return text }
    var result: [UInt8] = []
    var index = 0
    while index < text.count {
      if text[index...].starts(with: needle) {
        result += Array("<secret>".utf8)
        index += needle.count
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }
}

extension ProtocolFailure {
  /// The same failure without any of `secrets` in its texts.
  func hiding(_ secrets: [Secret]) -> ProtocolFailure {
    ProtocolFailure(
      kind,
      ConfidentialText.hiding(secrets, in: message),
      providerError: providerError.map { ConfidentialText.hiding(secrets, in: $0) },
      providerDescription: providerDescription.map { ConfidentialText.hiding(secrets, in: $0) }
    )
  }
}
