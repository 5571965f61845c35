import Synchronization

/// Bytes that must not be seen: a token, a client secret, a verifier.
///
/// Its description and its mirror never show the bytes, so that a secret that reaches a log line or an
/// error by mistake says nothing. The storage is overwritten when the last copy goes away.
package struct Secret: Sendable, CustomStringConvertible, CustomReflectable {
  private let storage: Storage

  package init(_ bytes: [UInt8]) {
    storage = Storage(bytes)
  }

  package init(_ text: String) {
    self.init(Array(text.utf8))
  }

  /// The bytes, for the one place that sends or stores them.
  package var bytes: [UInt8] { storage.bytes }

  /// The bytes as text; bytes that are not UTF-8 become replacement characters.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package var isEmpty: Bool { bytes.isEmpty }

  package var description: String { "<secret>" }

  package var customMirror: Mirror { Mirror(self, children: []) }

  private final class Storage: Sendable {
    // A lock rather than a constant, so that `deinit` can overwrite the bytes in place.
    private let guarded: Mutex<[UInt8]>

    init(_ bytes: [UInt8]) {
      guarded = Mutex(bytes)
    }

    var bytes: [UInt8] { guarded.withLock { $0 } }

    deinit {
      guarded.withLock { $0.wipe() }
    }
  }
}

extension [UInt8] {
  /// Overwrites the bytes, for keys that live no longer than one computation.
  ///
  /// The memory itself is overwritten only where nobody else holds the same array.
  package mutating func wipe() {
    for index in indices {
      self[index] = 0
    }
  }
}
