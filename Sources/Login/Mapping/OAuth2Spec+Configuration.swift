import Providers
import Standards

extension OAuth2Spec {
  /// The client of this provider, from the options `client_id` and `client_secret`.
  func client(_ options: [String: OptionValue]) -> OAuth2Client {
    OAuth2Client(
      id: options.secret("client_id")?.text ?? "",
      secret: options.secret("client_secret"),
      authentication: clientAuthentication.method,
      repeatsID: repeatsClientID
    )
  }

  /// The provider's endpoints and habits with the options' values in them.
  func configuration(
    _ options: [String: OptionValue]
  ) throws(AuthRunError) -> OAuth2Configuration {
    guard let authorize else {
      throw AuthRunError(
        .descriptorInvalid,
        "the descriptor names no authorize URL",
        step: "authorize"
      )
    }
    var authorizeRules = authorize.rules(options)
    authorizeRules.parameters.pairs += try targets(options).pairs
    return OAuth2Configuration(
      client: client(options),
      authorization: AuthorizationRules(
        endpoint: try authorize.address(options),
        rules: authorizeRules,
        scopeSeparator: scopeSeparator,
        pkce: pkce.use
      ),
      tokenEndpoint: try token.address(options),
      token: token.rules(options),
      response: response.rules(scopeSeparator: scopeSeparator)
    )
  }

  /// What the token is for: `audience` and `resource` (RFC 8707 §2), in either request.
  func targets(_ options: [String: OptionValue]) throws(AuthRunError) -> Parameters {
    var parameters = Parameters()
    if let audience { parameters.append("audience", try audience.text(options)) }
    for resource in resources {
      parameters.append("resource", try resource.text(options))
    }
    return parameters
  }
}

extension OAuth2Spec.ClientAuthentication {
  fileprivate var method: OAuth2Client.Authentication {
    switch self {
    case .basic: .basic
    case .basicRaw: .basicRaw
    case .post: .post
    case .none: .none
    }
  }
}

extension OAuth2Spec.PKCE {
  fileprivate var use: PKCE.Use {
    switch self {
    case .required: .required
    case .optional: .optional
    case .forbidden: .forbidden
    }
  }
}

extension TokenResponseSpec {
  func rules(scopeSeparator: String) -> TokenResponseRules {
    var separators: Set<Character> = [" "]
    if scopeSeparator.count == 1, let separator = scopeSeparator.first {
      separators.insert(separator)
    }
    return TokenResponseRules(
      accessToken: accessToken,
      refreshToken: refreshToken,
      tokenType: tokenType,
      scope: scope,
      expiry: TokenResponseRules.Expiry(pointer: expiry.pointer, form: expiry.form.rule),
      zeroMeansNever: zeroMeansNever,
      defaultLifetime: lifetime,
      defaultTokenType: defaultTokenType,
      scopeSeparators: separators,
      errorSigns: error.map { [$0.sign] } ?? [],
      errorCode: error?.code,
      errorMessage: error?.message,
      invalidGrantCodes: error?.invalidGrantCodes ?? []
    )
  }

  /// The members that the descriptor asks to keep, under the names it gives them.
  func kept(from answer: JSONValue) -> JSONObject {
    var result = JSONObject()
    for value in keep {
      result[value.name] = value.pointer.evaluate(in: answer)
    }
    return result
  }
}

extension TokenResponseSpec.ErrorRule {
  fileprivate var sign: TokenResponseRules.ErrorSign {
    switch condition {
    case .present: TokenResponseRules.ErrorSign(pointer: at, test: .exists)
    case .equals(let value): TokenResponseRules.ErrorSign(pointer: at, test: .equals(value))
    case .differs(let value):
      TokenResponseRules.ErrorSign(pointer: at, test: .differs(value))
    }
  }
}

extension TokenResponseSpec.Expiry.Form {
  fileprivate var rule: TokenResponseRules.Expiry.Form {
    switch self {
    case .seconds: .seconds
    case .milliseconds: .milliseconds
    case .epochSeconds: .epochSeconds
    case .epochMilliseconds: .epochMilliseconds
    case .rfc3339: .rfc3339
    }
  }
}
