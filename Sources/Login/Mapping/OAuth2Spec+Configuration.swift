import Providers
import Standards

extension OAuth2Spec {
  /// The client of this provider, from the options `client_id` and `client_secret`.
  func client(_ options: [String: OptionValue]) -> OAuth2Client {
    OAuth2Client(
      id: options.secret("client_id")?.text ?? "",
      secret: clientAuthentication.usesSecret ? options.secret("client_secret") : nil,
      authentication: clientAuthentication.method,
      repeatsID: repeatsClientID
    )
  }

  /// The provider's endpoints and habits with the options' values in them.
  func configuration(
    _ descriptor: Descriptor,
    _ options: [String: OptionValue],
    _ metadata: ServerMetadata?
  ) throws(AuthRunError) -> OAuth2Configuration {
    guard let authorize else {
      throw AuthRunError(
        .descriptorInvalid,
        "the descriptor names no authorize URL",
        step: "authorize"
      )
    }
    let page = try pageAddress(authorize, options)
    var authorizeRules = try authorize.rules(RequestFilling(descriptor, options, to: page))
    authorizeRules.parameters.pairs += try targets(options).pairs
    let tokenAddress = try token.address(options)
    return OAuth2Configuration(
      client: client(options),
      authorization: AuthorizationRules(
        endpoint: page,
        rules: authorizeRules,
        scopeSeparator: scopeSeparator,
        separatorIsEncoded: self.page.scopeIsRaw,
        pkce: pkce.use,
        parametersInFragment: self.page.parametersInFragment,
        sortsParameters: self.page.isSorted
      ),
      callback: try callbackRules(options, metadata),
      tokenEndpoint: tokenAddress,
      token: try token.rules(RequestFilling(descriptor, options, to: tokenAddress)),
      response: response.rules(scopeSeparator: scopeSeparator)
    )
  }

  private func pageAddress(
    _ authorize: EndpointSpec,
    _ options: [String: OptionValue]
  ) throws(AuthRunError) -> URI {
    let address = try authorize.address(options)
    guard let fragment = page.fragment else { return address }
    do {
      return try URI("\(address.text)#\(fragment)")
    } catch {
      throw AuthRunError(
        .descriptorInvalid,
        "the fragment of the authorize URL cannot be read",
        step: "authorize"
      )
    }
  }

  private func callbackRules(
    _ options: [String: OptionValue],
    _ metadata: ServerMetadata?
  ) throws(AuthRunError) -> CallbackRules {
    let named = try oidc?.issuers.first?.textIfComplete(options)
    let own = try issuer?.address(options).text
    let expected = metadata?.issuer ?? named ?? own
    let isCompared = callback.issuer != .ignored && oidc?.issuerClaims.isEmpty != false
    let isPromised = metadata?.flag("authorization_response_iss_parameter_supported") ?? false
    return CallbackRules(
      codeField: callback.code,
      stateField: callback.state,
      errorField: callback.error,
      errorDescriptionField: callback.errorDescription,
      payloadField: callback.payload,
      allowsMissingState: callback.acceptsMissingState,
      issuer: isCompared ? expected : nil,
      requiresIssuer: callback.issuer == .required || isPromised,
      readsFragment: responseMode == .fragment
    )
  }

  /// What the token is for: `audience` and `resource` (RFC 8707 §2), in either request.
  func targets(_ options: [String: OptionValue]) throws(AuthRunError) -> Parameters {
    var parameters = Parameters()
    if let audience { parameters.append("audience", try audience.text(options)) }
    for resource in resources {
      parameters.append("resource", try resource.text(options))
    }
    if let authorizationDetails {
      parameters.append(
        "authorization_details",
        try authorizationDetails.filled(options).serialized
      )
    }
    return parameters
  }
}

extension OAuth2Spec.ClientAuthentication {
  fileprivate var method: OAuth2Client.Authentication {
    switch self {
    case .basic: .basic
    case .basicRaw: .basicRaw
    case .basicSecret: .basicSecret
    case .post, .postJWT: .post
    case .none: .none
    case .privateKeyJWT: .privateKeyJWT
    case .clientSecretJWT: .clientSecretJWT
    case .tls: .tls
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
    var rules = TokenResponseRules(
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
    rules.readsTokenExpiry = readsTokenExpiry
    rules.unwrapsCall = isJSONP
    return rules
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
