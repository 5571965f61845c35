import Crypto
import Providers
import Standards
import Synchronization

extension OAuth2Side {
  /// The metadata and the keys.
  func metadata(_ request: PracticeRequest) -> PracticeAnswer? {
    let metadata = PracticeMetadata(plan.descriptor, plan.descriptor.oauth2 ?? spec, plan.values)
    if metadata.isDocument(request) {
      var report = StepReport("discovery")
      report.check("asked for", true, "")
      let document = metadata.document(algorithm: idTokenAlgorithm)
      return PracticeAnswer(report: report, response: .json(.object(document)))
    }
    guard let jwks = try? spec.jwks?.expand(plan.values), request.isFor(jwks) else { return nil }
    var report = StepReport("jwks")
    report.check("asked for", request.method == "GET", "it is asked for by \(request.method)")
    let keys = [idTokenKey?.publicKey].compactMap { $0 }
      .map { JSONValue.object($0.members(includingPrivate: false)) }
    return PracticeAnswer(report: report, response: .json(["keys": .array(keys)]))
  }

  /// An ID token for the practice user (OpenID Connect Core §2).
  func idToken(nonce: String?, access: String) -> String? {
    guard let oidc = spec.oidc, let key = idTokenKey, let algorithm = idTokenAlgorithm else {
      return nil
    }
    let now = tokens.clock.now()
    var claims: JSONObject = [
      "iss": .string(issuer(oidc)), "sub": .string(PracticeIdentity.id),
      "aud": .string(plan.text("client_id") ?? ""), "iat": .integer(now.seconds),
      "exp": .integer(now.adding(3_600).seconds), "auth_time": .integer(now.seconds),
      "preferred_username": .string(PracticeIdentity.login),
      "name": .string(PracticeIdentity.name), "email": .string(PracticeIdentity.email),
    ]
    for claim in oidc.issuerClaims.values { claims[claim] = "practice" }
    if let nonce { claims["nonce"] = .string(nonce) }
    if let hash = algorithm.hash {
      let digest = OpenSSLHashing().digest(hash, Array(access.utf8))
      claims["at_hash"] = .string(Base64URL.encode(Array(digest.prefix(digest.count / 2))))
    }
    guard
      let signing = try? JWSSigningKey(key, algorithm: algorithm, provider: OpenSSLSignatures())
    else { return nil }
    return try? JWT.sign(claims, with: signing)
  }

  private func issuer(_ oidc: OIDCSpec) -> String {
    if case .text(let text)? = try? oidc.issuers.first?.expand(plan.values) {
      return oidc.issuerClaims.keys.reduce(text) { $0.replacing("{\($1)}", with: "practice") }
    }
    return (try? spec.issuer?.expand(plan.values))?.text ?? ""
  }

  /// The issuer that a callback names, where the metadata promises it (RFC 9207).
  var callbackIssuer: String? {
    spec.issuer == nil ? nil : (try? spec.issuer?.expand(plan.values))?.text
  }

  func userinfo(_ request: PracticeRequest) -> PracticeAnswer {
    var report = StepReport("userinfo")
    checkToken(request, &report)
    plan.checkShape(of: request, as: spec.userinfo, &report)
    guard !report.hasFault else { return unauthorized(report) }
    var builder = JSONBuilder()
    PracticeIdentity.add(to: &builder, as: plan.descriptor.identity)
    PracticeIdentity.add(to: &builder, as: .standardClaims(from: .userinfo))
    return PracticeAnswer(report: report, response: .json(builder.value))
  }
}
