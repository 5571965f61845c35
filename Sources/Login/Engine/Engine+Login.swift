import Providers
import Standards
import Storage

extension Engine {
  /// Logs in and stores the credential; the only way in which a browser is ever opened.
  package func login(
    _ request: LoginRequest,
    interaction: any Interaction
  ) async throws(AuthRunError) -> LoginOutcome {
    let account = AccountID(
      provider: request.provider,
      name: request.account ?? AccountID.defaultName
    )
    do throws(AuthRunError) {
      return try await vaults.run { () async throws(AuthRunError) in
        let meant = request.account == nil ? try standIn(request.provider) : nil
        return try await run(request, meant ?? account, interaction)
      }
    } catch {
      throw shown(error, account)
    }
  }

  /// The account that is meant where none is named; `nil` when it is the usual one.
  func standIn(_ provider: String) throws(AuthRunError) -> AccountID? {
    guard let vault = try existingVault() else { return nil }
    do throws(VaultError) {
      return try vault.standIn(provider)
    } catch {
      throw AuthRunError(error, step: "vault")
    }
  }

  private func run(
    _ request: LoginRequest,
    _ account: AccountID,
    _ interaction: any Interaction
  ) async throws(AuthRunError) -> LoginOutcome {
    let descriptor = try descriptor(request.provider)
    let before = try stored(account)
    let trusted = trustedOptions(descriptor, before?.credential)
    let resolved = try await resolveOptions(
      descriptor,
      given: request.options,
      stored: trusted,
      interaction
    )
    let options = resolved.values
    let hosts = try reachableHosts(descriptor, options)
    for text in said.first(descriptor.deprecationWarnings) {
      await interaction.show(.warning(text))
    }
    if !descriptor.source.isShipped, catalogue.hasShipped(descriptor.id) {
      await interaction.show(
        .replacesShipped(provider: descriptor.id, file: descriptor.source.path)
      )
    }
    if !descriptor.source.isShipped, try !areKnown(hosts, to: descriptor.id) {
      await interaction.show(
        .firstUse(provider: descriptor.id, hosts: hosts, options: descriptor.options.map(\.name))
      )
    }
    // Before the login: a vault that cannot be written must not cost a fresh token.
    let vault = try await vault(announcing: interaction)
    try ensureWritable(vault)
    let context = LoginContext(
      descriptor: descriptor,
      account: account,
      options: options,
      given: resolved.given,
      registeredRedirectURI: before?.credential.extras[ClientRegistrar.redirectName]?.string,
      request: request,
      interaction: interaction,
      tools: try tools.reaching(descriptor, options)
    )
    return try await start(context) { grant throws(AuthRunError) in
      var grant = grant
      try grant.credential.requireReadableTokens(step: "token")
      grant.credential.options = grant.options ?? options
      grant.credential.hosts = try descriptor.reach(grant.credential.options)
      return try await settle(grant, context, vault, before?.credential)
    }
  }

  /// The options of the last login that this one may use by itself.
  ///
  /// A descriptor that has come to reach more than at that login gets none of its secrets: the user has
  /// to give them again, having seen where they may go.
  private func trustedOptions(
    _ descriptor: Descriptor,
    _ before: Credential?
  ) -> [String: OptionValue] {
    guard let before else { return [:] }
    // Options that no longer fit the descriptor say nothing about where it would go.
    if let reach = try? descriptor.reach(before.options), Set(reach).isSubset(of: before.hosts) {
      return before.options
    }
    return before.options.filter { option in
      if case .text = option.value { true } else { false }
    }
  }

  /// Whether the user has been told of these hosts, at an earlier login to any account there.
  private func areKnown(_ hosts: [String], to provider: String) throws(AuthRunError) -> Bool {
    guard let vault = try existingVault() else { return false }
    do throws(VaultError) {
      let known = try vault.list().credentials.filter { $0.id.provider == provider }
        .flatMap(\.credential.hosts)
      return Set(hosts).isSubset(of: known)
    } catch {
      throw AuthRunError(error, step: "vault")
    }
  }

  private func start(
    _ context: LoginContext,
    finish: (LoginGrant) async throws(AuthRunError) -> LoginOutcome
  ) async throws(AuthRunError) -> LoginOutcome {
    let descriptor = context.descriptor
    switch descriptor.kind {
    case .oauth1:
      guard let spec = descriptor.oauth1 else { break }
      return try await OAuth1Login(context, spec).run(finish: finish)
    case .oauth2, .oidc:
      guard let spec = descriptor.oauth2 else { break }
      return try await OAuth2Login(context, spec).run(finish: finish)
    case .clientCredentials:
      guard let spec = descriptor.oauth2 else { break }
      let endpoint = try await OAuth2TokenEndpoint.open(
        context.tools,
        spec,
        descriptor,
        context.options
      )
      return try await finish(
        endpoint.clientCredentials(scopes: context.request.scopes, given: context.given)
      )
    case .jwt:
      guard let spec = descriptor.jwt else { break }
      return try await finish(
        JWTGrant(context.tools, spec, descriptor, context.options)
          .grant(scopes: context.request.scopes, given: context.given)
      )
    case .apiKey, .basic:
      guard let spec = descriptor.fixed else { break }
      return try await finish(FixedLogin(context, spec).grant())
    case .custom:
      return try await CustomLogin(context).run(finish: finish)
    }
    throw AuthRunError(
      .descriptorInvalid,
      "the descriptor has no table for its kind",
      step: "descriptor"
    )
  }

  /// Stores the credential before anything else may fail, then asks who it belongs to.
  private func settle(
    _ grant: LoginGrant,
    _ context: LoginContext,
    _ vault: Vault,
    _ before: Credential?
  ) async throws(AuthRunError) -> LoginOutcome {
    var credential = grant.credential
    // Some providers give a refresh token only at the first consent: then the old one, if it is the
    // same person's, must not be overwritten before that is known.
    guard credential.refreshToken == nil, let before, before.refreshToken != nil else {
      let version = try store(credential, context.account, vault, replacing: nil)
      let found = try await lookUp(credential, context)
      let hasMore = found != nil
      credential = found ?? credential
      credential.identity = await identity(of: credential, grant, context)
      if credential.identity != nil || hasMore {
        try addIdentity(credential, context.account, vault, replacing: version)
      }
      return LoginOutcome(account: context.account, credential: credential)
    }
    credential = try await lookUp(credential, context) ?? credential
    credential.identity = await identity(of: credential, grant, context)
    if credential.continues(before) { credential.refreshToken = before.refreshToken }
    _ = try store(credential, context.account, vault, replacing: nil)
    return LoginOutcome(account: context.account, credential: credential)
  }

  /// The credential with the options that the descriptor's look-ups fill in; `nil` where it has none.
  private func lookUp(
    _ credential: Credential,
    _ context: LoginContext
  ) async throws(AuthRunError) -> Credential? {
    guard !context.descriptor.lookups.isEmpty else { return nil }
    return try await Lookups(descriptor: context.descriptor, tools: context.tools)
      .run(credential, given: context.given)
  }

  /// Who logged in; a token is worth keeping even when nobody can say whose it is.
  private func identity(
    of credential: Credential,
    _ grant: LoginGrant,
    _ context: LoginContext
  ) async -> Identity? {
    do throws(AuthRunError) {
      let lookup = IdentityLookup(descriptor: context.descriptor, tools: context.tools)
      return try await lookup.identity(
        of: credential,
        answer: grant.answer,
        claims: grant.claims
      )
    } catch {
      let reason = tools.tracer.redactor.redact(error.message)
      await context.interaction.show(.warning("the account's name could not be read: \(reason)"))
      return nil
    }
  }

  private func ensureWritable(_ vault: Vault) throws(AuthRunError) {
    do throws(VaultError) {
      try vault.ensureWritable()
    } catch {
      throw AuthRunError(error, step: "vault")
    }
  }

  /// Stores the name that was found; a later login or a refresh that came in between stays.
  private func addIdentity(
    _ credential: Credential,
    _ account: AccountID,
    _ vault: Vault,
    replacing version: Int64
  ) throws(AuthRunError) {
    do throws(VaultError) {
      try vault.write(account, credential, replacing: version)
    } catch {
      guard error.kind == .conflict else { throw AuthRunError(error, step: "vault") }
    }
  }

  private func store(
    _ credential: Credential,
    _ account: AccountID,
    _ vault: Vault,
    replacing version: Int64?
  ) throws(AuthRunError) -> Int64 {
    do throws(VaultError) {
      return try vault.write(account, credential, replacing: version)
    } catch {
      throw AuthRunError(error, step: "vault")
    }
  }
}

extension Credential {
  /// Whether this is the same person's login to the same client as `earlier`, for the same or fewer scopes.
  fileprivate func continues(_ earlier: Credential) -> Bool {
    guard let id = identity?.id, id == earlier.identity?.id, earlier.standing == .usable else {
      return false
    }
    return options.secret("client_id")?.bytes == earlier.options.secret("client_id")?.bytes
      && Set(requestedScopes).isSubset(of: earlier.grantedScopes)
      && Set(hosts).isSubset(of: earlier.hosts)
  }
}
