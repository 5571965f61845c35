/// What an authorization server says of itself (RFC 8414 §2, OpenID Connect Discovery §3).
package struct ServerMetadata: Hashable, Sendable {
  /// As the document spells it.
  package let issuer: String
  /// The whole document.
  package let members: JSONObject

  package init(issuer: String, members: JSONObject) {
    self.issuer = issuer
    self.members = members
  }

  /// Where a document may lie, in the order to try.
  ///
  /// OpenID Connect puts its name after the issuer's path, RFC 8414 §3.1 before it; in either case one
  /// final slash of the issuer does not count.
  package static func locations(of issuer: URI, prefersOpenID: Bool) -> [URI] {
    let path = issuer.path.hasSuffix("/") ? String(issuer.path.dropLast()) : issuer.path
    let openID = "\(issuer.origin)\(path)/.well-known/openid-configuration"
    let oauth = "\(issuer.origin)/.well-known/oauth-authorization-server\(path)"
    return (prefersOpenID ? [openID, oauth] : [oauth, openID]).compactMap { try? URI($0) }
  }

  /// Reads a document whose issuer must be one of those expected, byte for byte (RFC 8414 §3.3).
  package static func read(
    _ body: [UInt8],
    issuers expected: [String]
  ) throws(ProtocolFailure) -> ServerMetadata {
    guard let members = (try? JSONReader.read(body))?.object else {
      throw ProtocolFailure(.protocolViolation, "the server's metadata is no JSON object")
    }
    guard let issuer = members["issuer"]?.string else {
      throw ProtocolFailure(.protocolViolation, "the server's metadata names no issuer")
    }
    guard expected.contains(where: issuer.hasSameBytes) else {
      throw ProtocolFailure(
        .issuerMismatch,
        "the metadata is that of the issuer \(ProviderText.shortened(issuer)), not of "
          + expected.reduce(into: [String]()) { known, issuer in
            if !known.contains(where: issuer.hasSameBytes) { known.append(issuer) }
          }.joined(separator: " or ")
      )
    }
    return ServerMetadata(issuer: issuer, members: members)
  }

  /// The text of a member; `nil` where it is absent or of another type.
  package func text(_ name: String) -> String? { members[name]?.string }

  package func flag(_ name: String) -> Bool { members[name] == .bool(true) }

  package func texts(_ name: String) -> [String] {
    (members[name]?.array ?? []).compactMap(\.string)
  }
}
