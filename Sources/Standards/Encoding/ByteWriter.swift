/// Writes bytes into memory that was reserved for them once; its place is kept in a register.
///
/// Every write is checked against the end of the memory, as that of an array would be. It is lent to a
/// closure and cannot be copied, so that it never outlives the memory.
@safe
struct ByteWriter: ~Copyable {
  let memory: UnsafeMutableBufferPointer<UInt8>
  private let capacity: Int
  fileprivate(set) var count = 0

  /// Writes into memory that outlives the writer.
  @unsafe
  @inline(__always)
  init(_ memory: UnsafeMutableBufferPointer<UInt8>) {
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

  /// The text that `write` writes, `capacity` bytes of ASCII at most.
  @inline(__always)
  static func text(capacity: Int, _ write: (inout ByteWriter) -> Void) -> String {
    unsafe String(unsafeUninitializedCapacity: capacity) { memory in
      var writer = unsafe ByteWriter(memory)
      write(&writer)
      return writer.count
    }
  }

  /// Lends memory for `capacity` bytes that are gone when `body` returns.
  @inline(__always)
  static func withTemporary<Result, Failure: Error>(
    capacity: Int,
    _ body: (inout ByteWriter) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) {
      (memory) throws(Failure) in
      var writer = unsafe ByteWriter(memory)
      return try body(&writer)
    }
  }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    precondition(count < capacity)
    unsafe memory[count] = byte
    count &+= 1
  }

  /// Appends three bytes, such as those of an escape.
  @inline(__always)
  mutating func append(_ first: UInt8, _ second: UInt8, _ third: UInt8) {
    precondition(3 <= capacity &- count)
    unsafe memory[count] = first
    unsafe memory[count &+ 1] = second
    unsafe memory[count &+ 2] = third
    count &+= 3
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

  /// Appends what another writer wrote in `range`.
  @inline(__always)
  mutating func append(_ source: borrowing ByteWriter, _ range: Range<Int>) {
    precondition(range.upperBound <= source.count && range.count <= capacity &- count)
    unsafe (memory.baseAddress.unsafelyUnwrapped + count).update(
      from: source.memory.baseAddress.unsafelyUnwrapped + range.lowerBound,
      count: range.count
    )
    count &+= range.count
  }

  @inline(__always)
  mutating func append(_ text: String) {
    text.withBytes { append($0, $0.indices) }
  }

  /// Appends a number in decimal digits, 20 characters at most.
  mutating func append(_ number: Int64) {
    if number < 0 { append(UInt8(ascii: "-")) }
    var rest = number.magnitude
    var digits = 1
    var limit: UInt64 = 10
    while digits < 19, limit <= rest {
      digits &+= 1
      limit &*= 10
    }
    unsafe write(atMost: digits) { memory in
      var place = digits
      while place > 1 {
        place &-= 2
        let pair = UInt8(truncatingIfNeeded: rest % 100)
        rest /= 100
        unsafe memory[place] = 0x30 &+ pair / 10
        unsafe memory[place &+ 1] = 0x30 &+ pair % 10
      }
      if place == 1 { unsafe memory[0] = 0x30 &+ UInt8(truncatingIfNeeded: rest) }
      return digits
    }
  }

  /// Lets `body` write up to `most` bytes behind the others and say how many they are.
  ///
  /// One check for all of them, and a place that stays in a register, are what makes the loops fast.
  @unsafe
  @inline(__always)
  mutating func write(atMost most: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int) {
    precondition(most <= capacity &- count)
    guard most > 0 else { return }
    count &+= unsafe body(memory.baseAddress.unsafelyUnwrapped + count)
  }

  /// A byte that was written before.
  @inline(__always)
  func byte(at index: Int) -> UInt8 {
    precondition(index >= 0 && index < count)
    return unsafe memory[index]
  }

  /// Lends all bytes that were written.
  @inline(__always)
  func withWritten<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    body(unsafe UnsafeBufferPointer(rebasing: memory[..<count]).span)
  }

  /// Whether all that was written equals `other`, in a time that tells only the lengths.
  @inline(__always)
  func isEqual(to other: borrowing Span<UInt8>) -> Bool {
    guard other.count == count else { return false }
    var difference: UInt8 = 0
    for index in other.indices { difference |= byte(at: index) ^ other[index] }
    return difference == 0
  }

  /// The first eight bytes of a part as a number that sorts as they do; zeros stand for missing ones.
  @inline(__always)
  func prefix(_ part: Range<Int>) -> UInt64 {
    precondition(part.lowerBound >= 0 && part.upperBound <= count)
    guard part.lowerBound &+ 8 <= count else { return slowPrefix(part) }
    let start = unsafe UnsafeRawPointer(memory.baseAddress.unsafelyUnwrapped + part.lowerBound)
    let word = unsafe UInt64(bigEndian: start.loadUnaligned(as: UInt64.self))
    return part.count >= 8 ? word : word & ~(UInt64.max >> UInt64(8 &* part.count))
  }

  private func slowPrefix(_ part: Range<Int>) -> UInt64 {
    var prefix: UInt64 = 0
    for (place, index) in part.prefix(8).enumerated() {
      prefix |= UInt64(byte(at: index)) << UInt64(56 - 8 * place)
    }
    return prefix
  }
}
