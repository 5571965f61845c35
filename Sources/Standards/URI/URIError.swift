/// Why a text is not a URI that authrun takes; never holds the text.
package struct URIError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong.
  package enum Reason: String, Hashable, Sendable {
    case tooLong = "longer than 64 KiB"
    case missingScheme = "no scheme such as https:"
    case badScheme = "malformed scheme"
    case badCharacter = "a character that must be percent-encoded"
    case backslash = "a backslash"
    case badEscape = "a percent sign without two hexadecimal digits"
    case missingAuthority = "no // after the scheme"
    case emptyHost = "no host"
    case badHost = "malformed host"
    case escapedHost = "a percent escape in the host"
    case internationalHost = "a host outside ASCII; write its xn-- form"
    case trailingDot = "a host that ends in a dot"
    case numericHost = "a host that is an unusual spelling of an IPv4 address"
    case badIPv6 = "malformed IPv6 address"
    case zone = "an IPv6 address with a zone"
    case badPort = "malformed port"
    case ambiguousUserInfo = "ambiguous user information before the host"
    case ambiguousPath = "a path that could be read as a host"
    case dotSegment = "a path with . or .. segments"
  }

  package let reason: Reason
  /// Where, in bytes from the start; 0 where the reason concerns the whole.
  package let offset: Int

  init(_ reason: Reason, at offset: Int = 0) {
    self.reason = reason
    self.offset = offset
  }

  package var description: String { "\(reason.rawValue) (byte \(offset))" }
}
