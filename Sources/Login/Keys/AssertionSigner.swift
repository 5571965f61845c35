import Providers
import Standards

/// Makes the JWTs that a descriptor describes: proofs of a client, tokens of its own, request objects.
struct AssertionSigner: Sendable {
  let spec: AssertionSpec
  private let key: ClientKey
  private let signingKey: JWSSigningKey
  private let tools: Tools

  /// Signs with the option `private_key`, or with a shared secret given for it.
  init(
    _ spec: AssertionSpec,
    _ options: [String: OptionValue],
    secret: Secret? = nil,
    _ tools: Tools
  ) throws(AuthRunError) {
    self.spec = spec
    self.tools = tools
    if let secret {
      key = try ClientKey(secret, form: .text)
    } else {
      guard let value = options.secret("private_key") else {
        throw AuthRunError(.inputInvalid, "private_key is missing", step: "options")
      }
      key = try ClientKey(value, form: spec.keyForm)
    }
    guard let algorithm = spec.algorithm ?? key.usualAlgorithm else {
      throw AuthRunError(.inputInvalid, "the key has no algorithm; name one", step: "options")
    }
    var named = key.key
    named.keyID = try spec.keyID?.textIfComplete(options) ?? key.keyID
    do throws(JWKError) {
      signingKey = try JWSSigningKey(named, algorithm: algorithm, provider: tools.signatures)
    } catch {
      throw AuthRunError(
        .inputInvalid,
        "the key does not sign with \(algorithm.rawValue): \(error.words)",
        step: "options"
      )
    }
  }

  /// A fresh JWT: the usual claims, then those of the descriptor, which win.
  ///
  /// `values` are the options and what the step makes itself.
  func token(
    _ usual: JSONObject,
    header usualHeader: JSONObject = ["typ": "JWT"],
    _ values: [String: OptionValue],
    step: String
  ) throws(AuthRunError) -> (token: Secret, expiresAt: Timestamp) {
    var values = values
    if let fingerprint = key.fingerprint(tools.hashing) {
      values[.keyFingerprint] = fingerprint
    }
    let issued = tools.clock.now().adding(-spec.backdate)
    let end = issued.adding(spec.lifetime)
    var claims = usual
    claims["iat"] = .integer(issued.seconds)
    claims["exp"] = .integer(end.seconds)
    try fill(&claims, spec.claims, values)
    var header = usualHeader
    try fill(&header, spec.header, values)
    let token: String
    do throws(JWSError) {
      token = try JWT.sign(claims, header: header, with: signingKey)
    } catch {
      throw AuthRunError(.internal, "the JWT could not be signed", step: step)
    }
    tools.tracer.redactor.learn(token, as: "jwt")
    tools.tracer.derived(step, token: token)
    let expiry = claims["exp"]?.number?.int64.map { Timestamp(seconds: $0) }
    return (Secret(token), expiry ?? end)
  }

  /// Puts the members in; one that names an option without a value is left out.
  private func fill(
    _ object: inout JSONObject,
    _ members: [AssertionSpec.Member],
    _ values: [String: OptionValue]
  ) throws(AuthRunError) {
    for member in members {
      switch member.value {
      case .template(let template):
        guard let text = try template.textIfComplete(values) else { continue }
        object[member.name] = .string(text)
      case .data(let json):
        object[member.name] = try json.filled(values)
      }
    }
  }
}

extension JSONValue {
  /// The value with the options put into its texts.
  func filled(_ values: [String: OptionValue]) throws(AuthRunError) -> JSONValue {
    switch self {
    case .string(let text):
      let template: TextTemplate
      do throws(TemplateError) {
        template = try TextTemplate(text)
      } catch {
        throw AuthRunError(error)
      }
      return .string(try template.text(values))
    case .array(let elements):
      var result: [JSONValue] = []
      for element in elements { result.append(try element.filled(values)) }
      return .array(result)
    case .object(let object):
      var result = JSONObject()
      for member in object.members { result[member.name] = try member.value.filled(values) }
      return .object(result)
    case .null, .bool, .number: return self
    }
  }
}
