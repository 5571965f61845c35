/// A proof that the sender of one request holds the key of its token (RFC 9449 §4.2).
package struct DPoPProof: Sendable {
  /// The value of the `DPoP` field.
  package let token: String
  /// How the proof's values were derived; without secrets.
  package let derivations: [Derivation]

  /// Makes the proof for one request.
  ///
  /// Each proof needs a fresh `id`, such as that of `id(from:)`. With an access token its hash is bound
  /// in (`ath`); the nonce is what the server of that origin sent last.
  package init(
    for request: HTTPRequest,
    key: DPoPKey,
    at time: Timestamp,
    id: String,
    accessToken: Secret? = nil,
    nonce: String? = nil,
    hashing: any Hashing
  ) throws(JWSError) {
    let target = Self.target(request.url)
    var claims: JSONObject = [
      "jti": .string(id), "htm": .string(request.method), "htu": .string(target),
      "iat": .integer(time.seconds),
    ]
    var derivations = [
      Derivation(name: "htu", formula: "url without query and fragment, normalised", value: target),
      Derivation(
        name: "jkt",
        formula: "base64url(SHA-256(required members of the key))",
        value: key.thumbprint(hashing)
      ),
    ]
    if let accessToken {
      let hash = Self.hash(of: accessToken, hashing)
      claims["ath"] = .string(hash)
      derivations.append(
        Derivation(name: "ath", formula: "base64url(SHA-256(access_token))", value: hash)
      )
    }
    if let nonce {
      claims["nonce"] = .string(nonce)
      derivations.append(
        Derivation(
          name: "nonce",
          formula: "the DPoP-Nonce that this server sent last",
          value: nonce
        )
      )
    }
    derivations += [
      Derivation(name: "jti", formula: "base64url(16 random bytes)", value: id),
      Derivation(name: "iat", formula: "seconds since 1970", value: String(time.seconds)),
    ]
    token = try JWS.sign(
      claims.serializedBytes,
      header: [
        "typ": "dpop+jwt", "jwk": .object(key.publicKey.members(includingPrivate: false)),
      ],
      with: key.signingKey
    )
    self.derivations = derivations + JWT.derivations(of: token)
  }

  /// A fresh `jti` of 128 random bits.
  package static func id(from random: some RandomSource) -> String {
    Base64URL.encode(random.bytes(16))
  }

  /// The URL that a proof names (`htu`): no query, no fragment, default port dropped, escapes normal.
  ///
  /// Scheme and host are in lower case; an escaped unreserved character stands for itself, other escapes
  /// are in upper case (RFC 3986 §6.2.2, §6.2.3; RFC 9449 §4.3).
  package static func target(_ url: URI) -> String {
    "\(url.origin)\(normalizedPath(url.path))"
  }

  static func hash(of accessToken: Secret, _ hashing: any Hashing) -> String {
    Base64URL.encode(hashing.digest(.sha256, accessToken.bytes))
  }

  private static func normalizedPath(_ path: String) -> String {
    guard !path.isEmpty else { return "/" }
    guard path.utf8.contains(UInt8(ascii: "%")) else { return path }
    var output: [UInt8] = []
    let bytes = Array(path.utf8)
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let decoded = try? PercentEncoding.decode(bytes[index...(index + 2)]).first
      else {
        output.append(bytes[index])
        index += 1
        continue
      }
      if ASCII.isUnreserved(decoded) {
        output.append(decoded)
      } else {
        PercentEncoding.appendEscape(decoded, to: &output)
      }
      index += 3
    }
    return String(decoding: output, as: UTF8.self)
  }
}
