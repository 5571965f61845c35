extension IPAddress {
  /// Whose machines an address stands for.
  package enum Range: Hashable, Sendable {
    /// Anybody's on the internet.
    case `public`
    /// A private network's: RFC 1918, RFC 4193, and shared space behind a carrier (RFC 6598).
    case `private`
    /// This machine: 127.0.0.0/8, ::1, and the unspecified addresses, which lead here too.
    case thisMachine
    /// The link's, among them a cloud's metadata service (RFC 3927, RFC 4291 §2.5.6).
    case link
    /// Nobody's in particular: multicast, reserved, documentation (RFC 6890).
    case special
  }

  /// The range, by the IPv4 address within where an IPv6 address carries one.
  package var range: Range {
    guard bytes.count == 16 else { return Self.range(ipv4: bytes) }
    if let embedded { return Self.range(ipv4: embedded) }
    let head = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
    switch head {
    case 0 where bytes[2..<15].allSatisfy({ $0 == 0 }):
      return bytes[15] <= 1 ? .thisMachine : .special
    case 0xFE80...0xFEBF: return .link
    case 0xFEC0...0xFEFF, 0xFC00...0xFDFF: return .private
    case 0xFF00...0xFFFF, 0x0100: return .special
    case 0x2001 where bytes[2] == 0x0D && bytes[3] == 0xB8: return .special
    case 0x2000...0x3FFF: return .public
    // Translated by the network in a way of its own (RFC 8215); whatever else is not assigned.
    case 0x0064: return .private
    default: return .special
    }
  }

  /// The IPv4 address of a mapped, translated (RFC 6052) or 6to4 address.
  private var embedded: [UInt8]? {
    if bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF {
      return Array(bytes[12...])
    }
    let translated: [UInt8] = [0, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8)
    if bytes.starts(with: translated) { return Array(bytes[12...]) }
    if bytes[0] == 0x20, bytes[1] == 0x02 { return Array(bytes[2..<6]) }
    return nil
  }

  private static func range(ipv4 bytes: [UInt8]) -> Range {
    switch (bytes[0], bytes[1], bytes[2]) {
    case (0, _, _), (127, _, _): .thisMachine
    case (10, _, _), (172, 16...31, _), (192, 168, _), (100, 64...127, _): .private
    case (169, 254, _): .link
    case (192, 0, 0), (192, 0, 2), (198, 18...19, _), (198, 51, 100), (203, 0, 113): .special
    case (224..., _, _): .special
    default: .public
    }
  }
}
