import Crypto
import Login
import Standards

/// An encrypted token that was opened, and what lay in it: claims, or a signed token (RFC 7519 §5.2).
struct DecryptedToken {
  let envelope: JWEHeader
  let claims: JWTClaims
  /// The signed token within, as it can be verified; `nil` where the claims lay there bare.
  let signed: String?

  /// - Throws: `input_invalid` for a key that does not serve, `jwt_invalid` for everything else.
  init(
    _ token: String,
    _ file: KeyFile,
    _ algorithms: Set<KeyManagementAlgorithm>
  ) throws(AuthRunError) {
    let opened: OpenedJWE
    do throws(JWEError) {
      opened = try JWE.decrypt(
        token,
        keys: JWEDecryptionKeys(file.keys, algorithms: algorithms),
        primitives: OpenSSLEncryption()
      )
    } catch {
      if case .badKey(let reason) = error { throw file.fault(reason) }
      throw AuthRunError(.jwtInvalid, error.reason, step: "jwt", hint: Self.hint(error))
    }
    envelope = opened.header
    if let object = (try? JSONReader.read(opened.plaintext, limits: .signed))?.object {
      claims = JWTClaims(header: opened.header.members, claims: object)
      signed = nil
      return
    }
    guard let text = String(validating: opened.plaintext, as: UTF8.self),
      let claims = try? JWTClaims.unverified(text)
    else {
      throw AuthRunError(
        .jwtInvalid,
        "what was encrypted is neither claims nor a signed token",
        step: "jwt"
      )
    }
    self.claims = claims
    signed = text
  }

  private static func hint(_ error: JWEError) -> String? {
    switch error {
    case .algorithmNotAllowed: "--alg ALGORITHM admits one by name"
    case .cannotDecrypt: "the token is meant for another key, or was changed"
    default: nil
    }
  }

  /// `{"verified","header","claims","encryption","token"?}`: the header is the signed token's where there is one.
  var json: JSONValue {
    var object = JSONObject([
      ("verified", .bool(false)), ("header", .object(claims.header)),
      ("claims", .object(claims.claims)), ("encryption", .object(envelope.members)),
    ])
    if let signed { object["token"] = .string(signed) }
    return .object(object)
  }

  var lines: [String] {
    guard signed != nil else { return JWTOutput.lines(claims) }
    return ["Encryption:", VisibleText.of(JSONValue.object(envelope.members).prettyPrinted)]
      + JWTOutput.lines(claims)
  }
}
