/// The two forms of an ECDSA signature: two numbers of fixed length for JOSE, DER for libcrypto.
enum ECDSASignature {
  /// The DER form of r and s of `count` bytes each; `nil` when the length is another (RFC 7518 §3.4).
  static func der(raw: [UInt8], count: Int) -> [UInt8]? {
    guard raw.count == 2 * count else { return nil }
    let r = digits(raw[..<count])
    let s = digits(raw[count...])
    let length = r.count + s.count + 4 + (isNegative(r) ? 1 : 0) + (isNegative(s) ? 1 : 0)
    var der: [UInt8] = []
    der.reserveCapacity(length + 3)
    der.append(0x30)
    // Two numbers of 66 bytes need a length in two bytes.
    if length > 127 { der.append(0x81) }
    der.append(UInt8(length))
    for number in [r, s] {
      der.append(2)
      der.append(UInt8(number.count + (isNegative(number) ? 1 : 0)))
      if isNegative(number) { der.append(0) }
      der.append(contentsOf: number)
    }
    return der
  }

  /// A number without its leading zeros, but for the last of zero itself.
  private static func digits(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    bytes.dropLast().allSatisfy { $0 == 0 } ? bytes.suffix(1) : bytes.drop { $0 == 0 }
  }

  /// Whether DER would read the number as negative without another zero.
  private static func isNegative(_ digits: ArraySlice<UInt8>) -> Bool {
    digits.first.map { $0 >= 0x80 } ?? false
  }

  /// The form with fixed lengths of what libcrypto wrote; `nil` when it is not that.
  static func raw(der: [UInt8], count: Int) -> [UInt8]? {
    guard der.count > 2, der[0] == 0x30 else { return nil }
    var position = der[1] == 0x81 ? 3 : 2
    var raw: [UInt8] = []
    raw.reserveCapacity(2 * count)
    for _ in 0..<2 {
      guard position + 2 <= der.count, der[position] == 2 else { return nil }
      let end = position + 2 + Int(der[position + 1])
      guard end <= der.count else { return nil }
      let digits = der[(position + 2)..<end].drop { $0 == 0 }
      guard digits.count <= count else { return nil }
      raw.append(contentsOf: repeatElement(0, count: count - digits.count))
      raw.append(contentsOf: digits)
      position = end
    }
    return position == der.count ? raw : nil
  }
}
