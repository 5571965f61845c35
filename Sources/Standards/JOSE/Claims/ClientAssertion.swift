/// A client's proof of who it is: `private_key_jwt` or `client_secret_jwt` (RFC 7523 §2.2, §3).
package struct ClientAssertion: Sendable {
  package let clientID: String
  /// The issuer or the token endpoint, as the server wants it.
  package let audience: String
  /// Seconds from issue to expiry.
  package var lifetime: Int64

  /// The value of `client_assertion_type`.
  package static let type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

  package init(clientID: String, audience: String, lifetime: Int64 = 60) {
    self.clientID = clientID
    self.audience = audience
    self.lifetime = lifetime
  }

  /// A fresh assertion: its `jti` has 128 random bits, so that the server can refuse a second use.
  package func token(
    with key: JWSSigningKey,
    now: Timestamp,
    random: any RandomSource
  ) throws(JWSError) -> String {
    try JWT.sign(
      [
        "iss": .string(clientID), "sub": .string(clientID), "aud": .string(audience),
        "jti": .string(Base64URL.encode(random.bytes(16))), "iat": .integer(now.seconds),
        "exp": .integer(now.adding(lifetime).seconds),
      ],
      with: key
    )
  }
}
