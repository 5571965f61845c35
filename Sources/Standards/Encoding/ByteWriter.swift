/// Writes bytes into memory that was reserved for them once; its place is kept in a register.
///
/// Every write is checked against the end of the memory, as that of an array would be. It is lent to a
/// closure and cannot be copied, so that it never outlives the memory.
@safe
struct ByteWriter: ~Copyable {
  private let memory: UnsafeMutableBufferPointer<UInt8>
  private let capacity: Int
  private(set) var count = 0

  @inline(__always)
  private init(_ memory: UnsafeMutableBufferPointer<UInt8>) {
    unsafe self.memory = memory
    capacity = memory.count
  }

  /// The bytes that `write` writes, `capacity` at most.
  @inline(__always)
  static func bytes<Failure: Error>(
    capacity: Int,
    _ write: (inout ByteWriter) throws(Failure) -> Void
  ) throws(Failure) -> [UInt8] {
    var failure: Failure?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { memory, count in
      var writer = unsafe ByteWriter(memory)
      do throws(Failure) {
        try write(&writer)
        count = writer.count
      } catch {
        // Bytes need no clean-up, so those of a failed writing may be forgotten.
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    precondition(count < capacity)
    unsafe memory[count] = byte
    count &+= 1
  }

  @inline(__always)
  mutating func append(_ text: StaticString) {
    precondition(text.utf8CodeUnitCount <= capacity &- count)
    unsafe (memory.baseAddress.unsafelyUnwrapped + count).update(
      from: text.utf8Start,
      count: text.utf8CodeUnitCount
    )
    count &+= text.utf8CodeUnitCount
  }

  /// Appends the bytes of `source` in `range`.
  @inline(__always)
  mutating func append(_ source: borrowing Span<UInt8>, _ range: Range<Int>) {
    let part = source.extracting(range)
    precondition(part.count <= capacity &- count)
    guard part.count > 0 else { return }
    unsafe part.withUnsafeBufferPointer { part in
      unsafe (memory.baseAddress.unsafelyUnwrapped + count).update(
        from: part.baseAddress.unsafelyUnwrapped,
        count: part.count
      )
    }
    count &+= part.count
  }

  @inline(__always)
  mutating func append(_ text: String) {
    for byte in text.utf8 { append(byte) }
  }

  /// Appends a byte, percent-encoded unless it is unreserved (RFC 3986 §2.3).
  @inline(__always)
  mutating func appendEncoded(_ byte: UInt8) {
    guard !ASCII.isUnreserved(byte) else {
      append(byte)
      return
    }
    append(UInt8(ascii: "%"))
    append(ASCII.upperHexDigit(byte >> 4))
    append(ASCII.upperHexDigit(byte & 15))
  }

  /// Appends a text, percent-encoded.
  @inline(__always)
  mutating func appendEncoded(_ text: String) {
    Self.forEachByte(of: text) { appendEncoded($0) }
  }

  /// Calls for every byte of a text, which nearly always lies in one piece.
  @inline(__always)
  static func forEachByte(of text: String, _ body: (UInt8) -> Void) {
    let isDone: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
      let span = unsafe bytes.span
      for index in span.indices { body(span[index]) }
    }
    if isDone == nil { text.utf8.forEach(body) }
  }

  /// A byte that was written before.
  @inline(__always)
  func byte(at index: Int) -> UInt8 {
    precondition(index >= 0 && index < count)
    return unsafe memory[index]
  }
}
