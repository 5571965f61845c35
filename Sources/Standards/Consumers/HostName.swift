/// The name under which a credential remembers a server: its host, and its port where that is not 443.
package enum HostName {
  /// The name for a scheme and an authority, as in `https` and `Git.Example.com:443`; `nil` for what is none.
  ///
  /// Anything but a plain host with a port is refused: user information, percent-encoding, control
  /// characters and white space could be read as another host by somebody else (CVE-2024-50349).
  package static func of(scheme: String, authority: String) -> String? {
    let bytes = authority.utf8.map { ASCII.lowercased($0) }
    guard !bytes.isEmpty, bytes.count <= 300, bytes.allSatisfy(isPlain) else { return nil }
    let (host, port) = split(bytes)
    guard !host.isEmpty, host.last != UInt8(ascii: "."), let port else { return nil }
    let name = String(decoding: host, as: UTF8.self)
    switch scheme {
    case "https": return port.isEmpty || port == "443" ? name : "\(name):\(port)"
    case "http":
      // Only this machine itself may get a token without TLS, as in a descriptor.
      guard loopback.contains(name) else { return nil }
      return "http://\(name):\(port.isEmpty ? "80" : port)"
    default: return nil
    }
  }

  /// The name for a server as people write it: `ghcr.io`, `https://index.docker.io/v1/`, `localhost:5000`.
  package static func of(server: String) -> String? {
    var rest = server.utf8[...]
    var scheme = "https"
    for known in ["https", "http"] where rest.starts(with: "\(known)://".utf8) {
      scheme = known
      rest = rest.dropFirst(known.utf8.count + 3)
    }
    let authority = rest.prefix { $0 != UInt8(ascii: "/") }
    return of(scheme: scheme, authority: String(Substring(authority)))
  }

  private static let loopback = ["localhost", "127.0.0.1", "[::1]"]

  /// Letters, digits, and what ports, dots and addresses of IPv6 add.
  private static func isPlain(_ byte: UInt8) -> Bool {
    ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ":")
      || byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
  }

  /// The host, and the port's digits, empty without one; no port at all where its text is none.
  private static func split(_ bytes: [UInt8]) -> (host: ArraySlice<UInt8>, port: String?) {
    var end = bytes.count
    if let bracket = bytes.lastIndex(of: UInt8(ascii: "]")) {
      guard bytes.first == UInt8(ascii: "[") else { return (bytes[...], nil) }
      end = bracket + 1
    } else if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
      end = colon
    }
    let rest = bytes[end...]
    guard let colon = rest.first else { return (bytes[..<end], "") }
    let digits = rest.dropFirst()
    guard colon == UInt8(ascii: ":"), (1...5).contains(digits.count),
      digits.allSatisfy(ASCII.isDigit), digits.first != UInt8(ascii: "0")
    else { return (bytes[..<end], nil) }
    return (bytes[..<end], String(decoding: digits, as: UTF8.self))
  }
}

extension Credential {
  /// Whether the descriptor declared this host when the credential was given to it (design §8).
  package func mayGo(toHost name: String) -> Bool {
    hosts.contains { $0.hasSameBytes(as: name) }
  }
}
