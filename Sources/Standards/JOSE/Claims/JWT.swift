/// Tokens that carry claims (RFC 7519): signed, or signed and then encrypted.
package enum JWT {
  /// Signs a claims set; `typ` is `JWT` unless the header names another.
  package static func sign(
    _ claims: JSONObject,
    header: JSONObject = ["typ": "JWT"],
    with key: JWSSigningKey
  ) throws(JWSError) -> String {
    // A JWT must not use an unencoded payload (RFC 7797 §7).
    guard header["b64"] == nil else { throw .badUnencodedPayload }
    return try JWS.sign(claims.serializedBytes, header: header, with: key)
  }

  /// Verifies the signature first and then the claims.
  package static func verify(
    _ token: String,
    keys: JWSVerificationKeys,
    rules: JWTRules,
    now: Timestamp,
    allowsPadding: Bool = false
  ) throws(JWTRejection) -> JWTClaims {
    let verified: VerifiedJWS
    do {
      verified = try JWS.verify(
        token,
        keys: keys,
        options: JWS.Options(allowsPadding: allowsPadding)
      )
    } catch {
      throw .signature(error)
    }
    let limits = JSONLimits(
      maximumBytes: JWS.maximumLength,
      maximumDepth: 32,
      loneSurrogates: .refuse
    )
    guard let claims = (try? JSONReader.read(verified.payload, limits: limits))?.object else {
      throw .malformed(.badJSON)
    }
    let result = JWTClaims(header: verified.header.protected, claims: claims)
    try rules.check(result, now: now)
    return result
  }

  /// Opens a nested JWT, then verifies what was inside (RFC 7519 §5.2, appendix A.2).
  package static func decryptAndVerify(
    _ token: String,
    decryptionKeys: JWEDecryptionKeys,
    primitives: any EncryptionPrimitives,
    keys: JWSVerificationKeys,
    rules: JWTRules,
    now: Timestamp
  ) throws(JWTRejection) -> JWTClaims {
    let opened: OpenedJWE
    do {
      opened = try JWE.decrypt(token, keys: decryptionKeys, primitives: primitives)
    } catch {
      throw .encryption(error)
    }
    // Without this mark the content is claims that nobody signed.
    guard let type = opened.header.members["cty"]?.string,
      ASCII.equalIgnoringCase(type, "JWT"),
      let inner = String(validating: opened.plaintext, as: UTF8.self)
    else { throw .malformed(.badShape) }
    return try verify(inner, keys: keys, rules: rules, now: now)
  }

  /// Signs a claims set and encrypts the result.
  package static func signAndEncrypt(
    _ claims: JSONObject,
    with key: JWSSigningKey,
    for recipient: JWERecipient,
    encryption: ContentEncryption,
    primitives: any EncryptionPrimitives
  ) throws(JWTRejection) -> String {
    let inner: String
    do {
      inner = try sign(claims, with: key)
    } catch {
      throw .signature(error)
    }
    do {
      return try JWE.encrypt(
        Array(inner.utf8),
        for: recipient,
        encryption: encryption,
        header: ["cty": "JWT"],
        primitives: primitives
      )
    } catch {
      throw .encryption(error)
    }
  }
}
