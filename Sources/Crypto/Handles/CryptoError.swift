import COpenSSL

/// What libcrypto could not do, and its own reason; never holds a key or a message.
package struct CryptoError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was being done.
  package let operation: String
  /// Libcrypto's words for the first cause, if it left any.
  package let reason: String?

  /// Takes the reason from the thread's error queue and empties the queue.
  init(_ operation: String) {
    self.operation = operation
    let code = ERR_get_error()
    reason = code == 0 ? nil : ERR_reason_error_string(code).map { String(cString: $0) }
    ERR_clear_error()
  }

  package var description: String {
    reason.map { "cannot \(operation): \($0)" } ?? "cannot \(operation)"
  }
}
