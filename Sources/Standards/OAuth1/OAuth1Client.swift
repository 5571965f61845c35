/// A client and how it signs; the defaults are those of RFC 5849.
package struct OAuth1Client: Sendable {
  /// Where the protocol parameters travel (RFC 5849 §3.5).
  package enum Transport: String, Hashable, Sendable, CaseIterable {
    /// In the `Authorization` field (RFC 5849 §3.5.1).
    case header
    /// In the form body (RFC 5849 §3.5.2).
    case body
    /// In the query (RFC 5849 §3.5.3).
    case query
  }

  package var consumerKey: String
  package var consumerSecret: Secret
  package var method: OAuth1SignatureMethod
  /// The realm that stands first in the header; `nil` leaves it out (RFC 5849 §3.5.1).
  package var realm: String?
  package var transport: Transport
  /// Sends `oauth_token=` where there is no token; a few servers insist on it (RFC 5849 §3.1).
  package var sendsEmptyToken: Bool
  /// Sends `oauth_version=1.0` (RFC 5849 §3.1).
  package var sendsVersion: Bool
  /// Adds `oauth_body_hash` to API requests whose body is no form.
  package var sendsBodyHash: Bool

  package init(
    consumerKey: String,
    consumerSecret: Secret,
    method: OAuth1SignatureMethod = .hmacSHA1,
    realm: String? = nil,
    transport: Transport = .header,
    sendsEmptyToken: Bool = false,
    sendsVersion: Bool = true,
    sendsBodyHash: Bool = false
  ) {
    self.consumerKey = consumerKey
    self.consumerSecret = consumerSecret
    self.method = method
    self.realm = realm
    self.transport = transport
    self.sendsEmptyToken = sendsEmptyToken
    self.sendsVersion = sendsVersion
    self.sendsBodyHash = sendsBodyHash
  }
}

/// Temporary or token credentials: an identifier and its shared secret (RFC 5849 §1.1).
package struct OAuth1Token: Sendable {
  /// The value of `oauth_token`.
  package var token: Secret
  package var secret: Secret

  package init(token: Secret, secret: Secret) {
    self.token = token
    self.secret = secret
  }
}
