/// An IPv4 or IPv6 address in its bytes.
package struct IPAddress: Hashable, Sendable {
  /// Four or sixteen bytes in network order.
  package let bytes: [UInt8]

  /// Reads a host as it stands in a URI: dotted decimal, or IPv6 in brackets (RFC 3986 §3.2.2).
  package init?(host: String) {
    let text = Array(host.utf8)
    if text.first == UInt8(ascii: "["), text.last == UInt8(ascii: "]"), text.count > 2 {
      guard let bytes = Self.ipv6(text[1..<(text.count - 1)]) else { return nil }
      self.bytes = bytes
    } else {
      guard let bytes = Self.ipv4(text[...]) else { return nil }
      self.bytes = bytes
    }
  }

  package init?(bytes: [UInt8]) {
    guard bytes.count == 4 || bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// Whether this is 127.0.0.0/8 or ::1; an IPv4 address mapped into IPv6 is not.
  package var isLoopback: Bool {
    bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
  }

  private static func ipv4(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let parts = text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    var bytes: [UInt8] = []
    for part in parts {
      guard (1...3).contains(part.count), part.allSatisfy(ASCII.isDigit),
        part.count == 1 || part.first != UInt8(ascii: "0"),
        let byte = UInt8(String(decoding: part, as: UTF8.self))
      else { return nil }
      bytes.append(byte)
    }
    return bytes
  }

  /// Groups before and after `::`, the last two perhaps as an IPv4 address (RFC 4291 §2.2).
  private static func ipv6(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let colon = UInt8(ascii: ":")
    let gaps = text.indices.dropLast().filter { text[$0] == colon && text[$0 + 1] == colon }
    guard gaps.count <= 1 else { return nil }
    guard let gap = gaps.first else {
      guard let bytes = groups(text), bytes.count == 16 else { return nil }
      return bytes
    }
    let before = text[..<gap]
    let after = text[(gap + 2)...]
    guard let head = before.isEmpty ? [] : groups(before),
      let tail = after.isEmpty ? [] : groups(after),
      head.count + tail.count <= 14, before.isEmpty || !before.contains(UInt8(ascii: "."))
    else { return nil }
    return head + [UInt8](repeating: 0, count: 16 - head.count - tail.count) + tail
  }

  private static func groups(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    var bytes: [UInt8] = []
    for (index, part) in parts.enumerated() {
      if index == parts.count - 1, part.contains(UInt8(ascii: ".")) {
        guard let quad = ipv4(part) else { return nil }
        bytes += quad
        continue
      }
      guard (1...4).contains(part.count) else { return nil }
      var value: UInt16 = 0
      for digit in part {
        guard let hex = ASCII.hexValue(digit) else { return nil }
        value = value << 4 | UInt16(hex)
      }
      bytes += [UInt8(value >> 8), UInt8(value & 255)]
    }
    return bytes
  }
}
