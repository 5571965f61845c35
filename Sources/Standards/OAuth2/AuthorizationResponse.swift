/// How a provider names what it sends to the callback; the defaults are those of RFC 6749 §4.1.2.
package struct CallbackRules: Hashable, Sendable {
  package var codeField: String
  package var stateField: String
  package var errorField: String
  package var errorDescriptionField: String
  /// One parameter that holds all others as a JSON object; `nil` where they stand by themselves.
  package var payloadField: String?
  /// Takes a callback without `state`, for providers that drop it; a wrong one is never taken.
  package var allowsMissingState: Bool
  /// The authorization server that must have answered; `nil` when it is not known (RFC 9207).
  package var issuer: String?
  /// Refuses an answer without `iss`, because the server's metadata says that it sends one.
  package var requiresIssuer: Bool
  /// Reads the answer from the fragment; only for response modes that use it.
  package var readsFragment: Bool

  package init(
    codeField: String = "code",
    stateField: String = "state",
    errorField: String = "error",
    errorDescriptionField: String = "error_description",
    payloadField: String? = nil,
    allowsMissingState: Bool = false,
    issuer: String? = nil,
    requiresIssuer: Bool = false,
    readsFragment: Bool = false
  ) {
    self.codeField = codeField
    self.stateField = stateField
    self.errorField = errorField
    self.errorDescriptionField = errorDescriptionField
    self.payloadField = payloadField
    self.allowsMissingState = allowsMissingState
    self.issuer = issuer
    self.requiresIssuer = requiresIssuer
    self.readsFragment = readsFragment
  }

  /// The parameters of a whole callback URI, as a user pastes it.
  ///
  /// The fragment is never merged over the query, and `#_=_` that some providers append means nothing.
  package func parameters(of uri: URI) throws(FormEncodingError) -> Parameters {
    guard readsFragment else { return try uri.queryParameters() }
    return try FormEncoding.decode(Array((uri.fragment ?? "").utf8))
  }
}

/// An answer that belongs to the login and brings a code (RFC 6749 §4.1.2).
package struct AuthorizationResponse: Sendable {
  package let code: Secret
  /// Everything else that came along, such as a tenant's id.
  package let extras: Parameters

  /// What a callback turned out to be.
  package enum Judgement: Sendable {
    case response(AuthorizationResponse)
    case refused(ProtocolFailure)
    case rejected(reason: String)
  }

  /// Judges a callback in the one safe order: repeated names, state, issuer, error, code.
  ///
  /// An answer that does not carry this login's state says nothing about this login, not even an error.
  package static func judge(
    _ received: Parameters,
    state: Secret,
    rules: CallbackRules
  ) -> Judgement {
    guard let parameters = unpacked(received, rules) else {
      return .rejected(reason: "the callback cannot be read")
    }
    if let name = parameters.firstRepeatedName {
      return .rejected(reason: "the parameter \(ProviderText.shortened(name)) is repeated")
    }
    if let reason = stateFault(parameters, state, rules) { return .rejected(reason: reason) }
    if let failure = issuerFault(parameters, rules) { return .refused(failure) }
    if let failure = error(parameters, rules) { return .refused(failure) }
    guard let code = parameters.first(rules.codeField), !code.isEmpty else {
      return .rejected(reason: "the code is missing")
    }
    let known: Set = [rules.codeField, rules.stateField, "iss"]
    let extras = Parameters(parameters.pairs.filter { !known.contains($0.nameText) })
    return .response(AuthorizationResponse(code: Secret(code), extras: extras))
  }

  private static func unpacked(_ parameters: Parameters, _ rules: CallbackRules) -> Parameters? {
    guard let field = rules.payloadField, parameters.values(field).count == 1,
      let payload = parameters.first(field)
    else { return parameters }
    guard let object = (try? JSONReader.read(Array(payload.utf8)))?.object else { return nil }
    var result = Parameters(parameters.pairs.filter { $0.nameText != field })
    for member in object.members {
      switch member.value {
      case .string(let text): result.append(member.name, text)
      case .number(let number): result.append(member.name, number.text)
      default: continue
      }
    }
    return result
  }

  private static func stateFault(
    _ parameters: Parameters,
    _ expected: Secret,
    _ rules: CallbackRules
  ) -> String? {
    guard let state = parameters.first(rules.stateField) else {
      return rules.allowsMissingState ? nil : "state is missing"
    }
    return FixedTime.equal(Array(state.utf8), expected.bytes)
      ? nil : "state belongs to another login"
  }

  /// The issuer is compared as text, byte for byte, on errors too (RFC 9207 §2.4).
  private static func issuerFault(
    _ parameters: Parameters,
    _ rules: CallbackRules
  ) -> ProtocolFailure? {
    guard let expected = rules.issuer else { return nil }
    guard let issuer = parameters.first("iss") else {
      guard rules.requiresIssuer else { return nil }
      return ProtocolFailure(
        .issuerMismatch,
        "the callback names no issuer (iss), which the provider says it sends"
      )
    }
    guard !issuer.hasSameBytes(as: expected) else { return nil }
    return ProtocolFailure(
      .issuerMismatch,
      "the callback comes from the issuer \(ProviderText.shortened(issuer)), not from \(expected)"
    )
  }

  private static func error(_ parameters: Parameters, _ rules: CallbackRules) -> ProtocolFailure? {
    guard let code = parameters.first(rules.errorField) else { return nil }
    let kind: ProtocolFailure.Kind =
      switch code {
      case "access_denied", "user_denied", "user_cancelled_login", "user_cancelled_authorize":
        .accessDenied
      case "unauthorized_client", "invalid_client": .invalidClient
      case "server_error", "temporarily_unavailable": .serviceUnavailable
      default: .providerRefused
      }
    return ProtocolFailure(
      kind,
      "the login was refused at the provider",
      providerError: code,
      providerDescription: parameters.first(rules.errorDescriptionField)
    )
  }
}
