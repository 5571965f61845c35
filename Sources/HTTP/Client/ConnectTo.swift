/// Sends connections meant for one host and port to another, as curl's `--connect-to` does.
package struct ConnectTo: Hashable, Sendable, CustomStringConvertible {
  /// `HOST:PORT:HOST2:PORT2`; an empty part stands for any, or for the original.
  package let description: String
  private let host: Substring
  private let port: UInt16?
  private let target: Substring

  package init(host: String, port: UInt16, toHost: String, toPort: UInt16) {
    description = "\(host):\(port):\(toHost):\(toPort)"
    self.host = host[...]
    self.port = port
    target = toHost[...]
  }

  /// Reads `HOST:PORT:HOST2:PORT2`; IPv6 addresses stand in brackets.
  ///
  /// Fails for anything but four parts, a port that is no number from 1 to 65535, and characters
  /// that no host name has.
  package init?(_ text: String) {
    var parts: [Substring] = []
    var rest = text[...]
    while parts.count < 4 {
      let end: Substring.Index
      if rest.first == "[" {
        guard let closing = rest.firstIndex(of: "]") else { return nil }
        end = rest.index(after: closing)
      } else {
        end = rest.firstIndex(of: ":") ?? rest.endIndex
      }
      parts.append(rest[..<end])
      rest = rest[end...]
      guard let separator = rest.first else { break }
      guard separator == ":", parts.count < 4 else { return nil }
      rest = rest.dropFirst()
    }
    guard parts.count == 4, rest.isEmpty else { return nil }
    for port in [parts[1], parts[3]] where !port.isEmpty {
      guard port.allSatisfy(\.isNumber), let number = UInt16(port), number > 0 else { return nil }
    }
    for host in [parts[0], parts[2]] {
      let isSafe = host.utf8.allSatisfy { byte in
        byte > 0x20 && byte < 0x7F && !"/?#@\\%".utf8.contains(byte)
      }
      guard isSafe else { return nil }
    }
    description = text
    host = parts[0]
    port = UInt16(parts[1])
    target = parts[2]
  }

  /// Whether it is about connections to this host and port.
  func isMeant(for host: String, port: UInt16?) -> Bool {
    (self.host.isEmpty || self.host.lowercased() == host)
      && (self.port == nil || self.port == port)
  }

  /// Whether connections end on this machine, where no proxy leads.
  var leadsHere: Bool {
    target.lowercased() == "localhost" || target == "[::1]" || target.hasPrefix("127.")
  }
}
