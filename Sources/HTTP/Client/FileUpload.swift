/// A request body that is read from an open file while it is sent.
package struct FileUpload: Hashable, Sendable {
  /// Read from its current position; stays the caller's to close, after the exchange.
  package var descriptor: Int32
  /// The bytes to send; `nil` reads to the end and sends them in chunks (HTTP/1.1 `chunked`).
  package var length: Int64?

  package init(descriptor: Int32, length: Int64? = nil) {
    self.descriptor = descriptor
    self.length = length
  }
}
