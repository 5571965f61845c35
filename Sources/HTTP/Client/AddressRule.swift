import Standards

/// Which addresses a host's name may stand for when it is connected to.
///
/// A name on the internet is its owner's to point anywhere: at a router, a database or a cloud's metadata
/// service behind the firewall of whoever runs authrun (DNS rebinding). So a public name has to have a
/// public address, unless somebody said otherwise who may.
package struct AddressRule: Hashable, Sendable {
  /// Hosts that may have any address: named by the user, whose network it is.
  package var trusted: Set<String>
  /// Whether all hosts may have addresses of private networks and of this machine.
  package var allowsPrivate: Bool
  private let isOff: Bool

  package init(trusted: Set<String> = [], allowsPrivate: Bool = false) {
    self.init(trusted: trusted, allowsPrivate: allowsPrivate, isOff: false)
  }

  private init(trusted: Set<String>, allowsPrivate: Bool, isOff: Bool) {
    self.trusted = trusted
    self.allowsPrivate = allowsPrivate
    self.isOff = isOff
  }

  /// Any host may have any address.
  package static let anywhere = AddressRule(trusted: [], allowsPrivate: true, isOff: true)

  /// Whether addresses of this host need to be looked at.
  func concerns(_ url: URI) -> Bool {
    // A host that is an address is what it says, and so is this machine's own name.
    !isOff && !trusted.contains(url.host) && IPAddress(host: url.host) == nil && !url.isLoopback
      && !Self.isReserved(url.host, among: ["localhost", "test"])
  }

  func allows(_ address: IPAddress, for host: String) -> Bool {
    switch address.range {
    case .public: true
    case .private: allowsPrivate || Self.isPrivateName(host)
    case .thisMachine: allowsPrivate
    case .link, .special: false
    }
  }

  /// Whether nobody on the internet can own the name: then it says itself that it is a private one.
  ///
  /// A name of one label, or below a domain that is kept for that (RFC 6762, RFC 8375, RFC 9476).
  private static func isPrivateName(_ host: String) -> Bool {
    !host.contains(".")
      || isReserved(
        host,
        among: [
          "local", "internal", "home.arpa", "intranet", "private", "corp", "home", "lan",
          "localdomain",
        ]
      )
  }

  private static func isReserved(_ host: String, among domains: [String]) -> Bool {
    domains.contains { host.hasSuffix(".\($0)") }
  }
}

extension IPAddress.Range {
  /// What such an address belongs to, for messages.
  var words: String {
    switch self {
    case .public: "the internet"
    case .private: "a private network"
    case .thisMachine: "this machine"
    case .link: "the local link"
    case .special: "no single machine"
    }
  }
}
