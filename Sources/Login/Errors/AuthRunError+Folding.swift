import HTTP
package import Providers
package import Standards
package import Storage

extension AuthRunError {
  /// Folds what a provider answered; the provider's own words come first where it said any.
  init(_ failure: ProtocolFailure, step: String) {
    let message: String
    switch (failure.providerError, failure.providerDescription) {
    case (let code?, let text?): message = "\(code): \(text)"
    case (nil, let text?): message = "\(failure.message): \(text)"
    case (let code?, nil): message = "\(failure.message) (\(code))"
    case (nil, nil): message = failure.message
    }
    self.init(
      Code(rawValue: failure.kind.rawValue),
      message,
      step: step,
      hint: Self.hint(failure),
      providerError: failure.providerError
    )
  }

  private static func hint(_ failure: ProtocolFailure) -> String? {
    switch failure.kind {
    case .invalidClient: "check the client's id and secret with the provider's developer page"
    case .invalidCredentials: "check the user name and the password"
    case .serviceUnavailable: "try again later"
    default: nil
    }
  }

  init(_ error: HTTPError, step: String) {
    let (code, hint): (Code, String?) =
      switch error.kind {
      case .timeout: (.timeout, "the service may be slow; AUTHRUN_HTTP_TIMEOUT=S waits longer")
      case .cancelled: (.interrupted, nil)
      case .invalidRequest: (.inputInvalid, nil)
      case .refusedAddress:
        (
          .hostNotAllowed,
          "if the service is in your own network: --allow-private HOST, or private_hosts = true in the descriptor"
        )
      case .protocol, .tooLarge: (.protocol, nil)
      case .tls: (.network, "--cacert FILE trusts a certificate authority of your own")
      default: (.network, nil)
      }
    self.init(code, error.message, step: step, hint: hint)
    isAnswered =
      switch error.kind {
      case .invalidRequest, .resolve, .refusedAddress, .proxy, .refused, .connect, .tls: true
      case .timeout(_, let phase): ![.waiting, .receiving].contains(phase)
      case .tooLarge, .closedEarly, .protocol, .cancelled, .internal: false
      }
  }

  /// Does what may fail in the vault, whose errors become those of the step “vault”.
  static func inVault<Result>(
    _ body: () throws(VaultError) -> Result
  ) throws(AuthRunError) -> Result {
    do throws(VaultError) {
      return try body()
    } catch {
      throw AuthRunError(error, step: "vault")
    }
  }

  package init(_ error: VaultError, step: String) {
    let code: Code =
      switch error.kind {
      case .locked, .keyUnavailable: .vaultLocked
      default: .vault
      }
    self.init(code, error.message, step: step, hint: error.hint)
  }

  init(_ error: DescriptorError) {
    var code = Code.descriptorInvalid
    switch error.script?.kind {
    case .limit: code = .scriptLimit
    case .unavailable: code = .internal
    default: break
    }
    self.init(code, error.message, step: "descriptor", location: error.location)
    problems = error.lines
    traceback = error.script?.traceback ?? []
    if code == .internal { hint = Self.withoutHelper }
  }

  package init(_ error: CatalogueError, provider: String? = nil) {
    if case .invalid(let fault) = error.kind {
      self.init(fault)
    } else {
      self.init(.descriptorInvalid, error.message, step: "descriptor", hint: error.hint)
    }
    self.provider = provider
  }

  init(_ error: OptionError, provider: String) {
    self.init(
      .inputInvalid,
      error.lines.joined(separator: "; "),
      provider: provider,
      step: "options",
      hint: "authrun show \(provider) tells what each option is"
    )
    problems = error.lines
  }

  init(_ error: TemplateError) {
    self.init(.inputInvalid, error.description, step: "options")
  }

  init(_ error: OAuth1Error, step: String) {
    self.init(.inputInvalid, error.description, step: step)
  }

  /// The error about a token that lives for `rest` seconds, which is less than is demanded.
  package static func lifeTooShort(
    _ rest: Int64,
    _ demand: TokenDemand,
    _ account: AccountID,
    step: String
  ) -> AuthRunError {
    AuthRunError(
      .lifeTooShort,
      "a token of this provider lives for \(rest) s, less than the \(demand.minimumLife) s of --min-ttl",
      provider: account.provider,
      account: account.name,
      step: step,
      hint: "ask for less, or get the token when it is needed: authrun token \(account)"
    )
  }

  /// The same error with the account it concerns, unless it names one already.
  func concerning(_ id: AccountID) -> AuthRunError {
    var error = self
    error.provider = error.provider ?? id.provider
    error.account = error.account ?? id.name
    return error
  }
}
