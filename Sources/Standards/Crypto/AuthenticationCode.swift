/// A keyed digest of up to 64 bytes, which needs no memory of its own.
package struct AuthenticationCode: Sendable {
  package let storage: InlineArray<64, UInt8>
  package let count: Int

  /// Lets `fill` write `count` bytes.
  package init(count: Int, _ fill: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
    precondition(count <= 64)
    self.count = count
    var storage = InlineArray<64, UInt8>(repeating: 0)
    var span = storage.mutableSpan
    unsafe span.withUnsafeMutableBufferPointer { unsafe fill($0) }
    self.storage = storage
  }

  package var bytes: [UInt8] {
    (0..<count).map { storage[$0] }
  }
}
