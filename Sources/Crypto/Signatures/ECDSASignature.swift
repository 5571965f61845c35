/// The two forms of an ECDSA signature: two numbers of fixed length for JOSE, DER for libcrypto.
enum ECDSASignature {
  /// The DER form of r and s of `count` bytes each; `nil` when the length is another (RFC 7518 §3.4).
  static func der(raw: [UInt8], count: Int) -> [UInt8]? {
    guard raw.count == 2 * count else { return nil }
    let body = integer(raw[..<count]) + integer(raw[count...])
    // Two numbers of 66 bytes need a length in two bytes.
    return (body.count < 128 ? [0x30, UInt8(body.count)] : [0x30, 0x81, UInt8(body.count)]) + body
  }

  private static func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var digits = Array(bytes.drop { $0 == 0 })
    if digits.first.map({ $0 & 0x80 != 0 }) ?? true { digits.insert(0, at: 0) }
    return [2, UInt8(digits.count)] + digits
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
