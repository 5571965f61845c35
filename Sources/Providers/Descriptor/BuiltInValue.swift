/// A value of a template that no option holds: a step makes it when it is needed.
///
/// Where a step has no such value, what would carry it is left out.
package enum BuiltInValue: String, Hashable, Sendable, CaseIterable {
  /// Seconds since 1970.
  case now
  /// Milliseconds since 1970.
  case nowMilliseconds = "now_ms"
  /// 128 random bits in hexadecimal.
  case random
  case uuid
  /// The redirect URI of this login.
  case redirectURI = "redirect_uri"
  /// Its host.
  case redirectHost = "redirect_host"
  case state
  /// The scopes that are asked for.
  case scope
  case tokenURL = "token_url"
  /// The issuer, once it is known.
  case issuer
  /// `SHA256:` with the base64 of the digest of the client's public key.
  case keyFingerprint = "key_fingerprint"
  case accessToken = "access_token"

  /// Whether whoever has it can act for the user, or pass for the login that it belongs to.
  package var isSecret: Bool { self == .accessToken || self == .state }

  /// How it stands in a template, without the braces.
  package var placeholder: String { "$\(rawValue)" }

  package init?(placeholder: String) {
    guard placeholder.hasPrefix("$") else { return nil }
    self.init(rawValue: String(placeholder.dropFirst()))
  }
}
