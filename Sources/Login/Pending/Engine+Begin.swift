import HTTP
import Providers
import Standards
import Storage
import Synchronization

extension Engine {
  /// Begins a login and returns as soon as it is known where to send the user.
  ///
  /// Nobody waits for the answer: `finish` takes it, in another process if need be, until `lifetime` seconds
  /// are over. Until then the login lies sealed in the vault.
  package func begin(
    _ request: LoginRequest,
    lifetime: Int64,
    interaction: any Interaction
  ) async throws(AuthRunError) -> LoginBeginning {
    let named = AccountID(
      provider: request.provider,
      name: request.account ?? AccountID.defaultName
    )
    let account = request.account == nil ? await actual(named) : named
    do throws(AuthRunError) {
      var request = request
      // A code for another device is good for as long as the provider says, if nobody wants it shorter.
      request.timeout = Int(lifetime)
      let variables = try await keepingOptions(of: &request, interaction)
      try settleCapture(of: &request)
      let recorder = LoginRecorder(at: tools.clock.now())
      let user = BeginInteraction(interaction)
      let engine = try taking(
        variables,
        recorder,
        recorder
      ) { [pause = tools.pause] seconds in
        // What comes now is the wait for the user.
        if user.sentAway != nil { throw CancellationError() }
        try await pause(seconds)
      } transport: {
        recorder.carried(by: $0)
      }
      let cut: AuthRunError
      do throws(AuthRunError) {
        return .done(try await engine.login(request, interaction: user))
      } catch {
        cut = error
      }
      guard let destination = user.sentAway else { throw cut }
      let pending = PendingLogin(
        request: request,
        variables: variables,
        answers: user.answers,
        recording: recorder.written,
        isElsewhere: destination.isElsewhere,
        expiresAt: recorder.now().adding(min(lifetime, Int64(user.waiting ?? .max)))
      )
      // In letters and digits: an id that began with a dash would be taken for an option.
      let id = Hex.encode(tools.random.bytes(12))
      try keep(pending, id)
      return .begun(
        BegunLogin(
          id: id,
          account: account,
          destination: destination,
          expiresAt: pending.expiresAt
        )
      )
    } catch {
      throw shown(error, account)
    }
  }

  /// Finishes a login that was begun, with the provider's answer; works once.
  ///
  /// An answer that does not belong to the login leaves it waiting for the right one. `answer` is not asked
  /// where the user finishes the login on another device: then the provider is, until it knows.
  package func finish(
    _ id: String,
    answer: () async throws(AuthRunError) -> String?,
    interaction: any Interaction
  ) async throws(AuthRunError) -> LoginOutcome {
    var pending = try pending(id)
    let life = pending.expiresAt.seconds - pending.recording.begun.seconds
    pending.request.timeout = Int(max(1, life))
    let isElsewhere = pending.isElsewhere
    // Whoever asks whether the user has agreed may ask again: only the answer ends the login.
    let replayer = LoginReplayer(pending.recording, clock: tools.clock) {
      isElsewhere || take(id) ? nil : "the login was finished already"
    }
    let user = FinishInteraction(
      interaction,
      answer: isElsewhere ? nil : try await answer(),
      given: pending.answers
    )
    let wait = FirstWait(since: pending.recording.begun)
    let engine = try taking(
      pending.variables,
      replayer,
      replayer
    ) { [tools] seconds in
      let rest = wait.rest(of: seconds, at: tools.clock.now())
      if rest > 0 { try await tools.pause(rest) }
    } transport: {
      replayer.carried(by: $0)
    }
    do throws(AuthRunError) {
      let outcome = try await engine.login(pending.request, interaction: user)
      _ = take(id)
      return outcome
    } catch {
      // What was sent cannot be sent again; and a refusal is the provider's last word.
      if [.accessDenied, .providerRefused, .invalidGrant].contains(error.code)
        || isElsewhere && error.code == .timeout && error.step == DeviceLogin.step
      {
        _ = take(id)
      }
      guard let reason = user.rejected, !replayer.isLive else { throw error }
      throw AuthRunError(
        .stateMismatch,
        reason,
        provider: error.provider,
        account: error.account,
        step: "authorize",
        hint: "the login still waits for the right answer: authrun finish \(id) ANSWER"
      )
    }
  }

  /// The same engine with other means, and with more variables.
  private func taking(
    _ variables: [String: String],
    _ clock: any Clock,
    _ random: any RandomSource,
    pause: @escaping Pause,
    transport: (any HTTPTransport) -> any HTTPTransport
  ) throws(AuthRunError) -> Engine {
    var settings = settings
    settings.environment.merge(variables) { $1 }
    let carrier = tools.exchange.http
    return try Engine(
      settings,
      clock: clock,
      random: random,
      transport: { _ in transport(carrier) },
      pause: pause
    )
  }

  // MARK: What is kept

  /// Moves secrets to variables of the login's own, so that it can be taken up where they are not given.
  ///
  /// Files, standard input and the environment of now are read now.
  private func keepingOptions(
    of request: inout LoginRequest,
    _ interaction: any Interaction
  ) async throws(AuthRunError) -> [String: String] {
    var variables = settings.environment.filter { name, _ in
      name.hasPrefix("AUTHRUN_") && !["AUTHRUN_VAULT", "AUTHRUN_CACERT"].contains(name)
        && !name.hasPrefix("AUTHRUN_VAULT_")
    }
    let secrets = try descriptor(request.provider).options.filter { $0.type == .secret }
    for (index, name) in secrets.map(\.name).enumerated() {
      guard let text = request.options[name] else { continue }
      let value: String
      if text == "-" {
        value = await interaction.standardInput()?.text ?? ""
      } else if text.hasPrefix("file:") {
        do throws(SecretFile.Unreadable) {
          value = String(decoding: try SecretFile.read(String(text.dropFirst(5))), as: UTF8.self)
        } catch {
          throw AuthRunError(
            .inputInvalid,
            "--option \(name): \(error.description)",
            step: "options"
          )
        }
      } else if text.hasPrefix("env:") {
        guard let found = settings.environment[String(text.dropFirst(4))] else { continue }
        value = found
      } else {
        value = text
      }
      variables["AUTHRUN_BEGUN_\(index)"] = value
      request.options[name] = "env:AUTHRUN_BEGUN_\(index)"
    }
    return variables
  }

  /// Chooses how the answer comes back where nobody listens for it: pasted, or typed.
  private func settleCapture(of request: inout LoginRequest) throws(AuthRunError) {
    let descriptor = try descriptor(request.provider)
    if request.capture == CaptureWay.pin.rawValue { return }
    // Another device takes the place of the browser, and nobody brings an answer.
    if request.capture == CaptureWay.device.rawValue { return }
    let declared = descriptor.capture
    let isTyped = request.capture == nil && request.redirectURI == nil
    if isTyped, declared.contains(where: { $0.way == .pin }) {
      request.capture = CaptureWay.pin.rawValue
      return
    }
    let spec = declared.first { $0.way == .paste } ?? declared.first { $0.way == .loopback }
    let template =
      request.redirectURI ?? spec?.redirectURI
      ?? CaptureSpec.standard(.loopback, for: descriptor.kind).redirectURI
    // Nobody has to listen there: the browser's address is what the user brings.
    request.redirectURI = template.replacing("{port}", with: "8910")
    request.capture = CaptureWay.paste.rawValue
  }

  private func keep(_ pending: PendingLogin, _ id: String) throws(AuthRunError) {
    guard let vault = try existingVault() else {
      throw AuthRunError(.internal, "the login was begun without a vault", step: "vault")
    }
    let now = tools.clock.now()
    do throws(VaultError) {
      for entry in try vault.entries() {
        guard let old = PendingLogin(entry), old.expiresAt <= now else { continue }
        try vault.delete(entry.id)
      }
      try vault.add(pending.entry(id))
    } catch {
      throw AuthRunError(error, step: "vault")
    }
  }

  private func pending(_ id: String) throws(AuthRunError) -> PendingLogin {
    let vault = try existingVault()
    let entry: VaultEntry?
    do throws(VaultError) {
      entry = try vault?.entry(PendingLogin.entryID(id))
    } catch {
      throw AuthRunError(error, step: "vault")
    }
    guard let pending = entry.flatMap(PendingLogin.init) else {
      throw AuthRunError(
        .inputInvalid,
        "no login of that id waits for an answer",
        step: "authorize",
        hint: "each is finished once; authrun begin PROVIDER begins another"
      )
    }
    guard pending.expiresAt > tools.clock.now() else {
      _ = take(id)
      throw AuthRunError(
        .timeout,
        "the login was over at \(pending.expiresAt.rfc3339)",
        provider: pending.request.provider,
        step: "authorize",
        hint: "authrun begin \(pending.request.provider) begins another; --timeout S waits longer"
      )
    }
    return pending
  }

  /// Takes a login out of the vault; `false` when it is not there any more.
  private func take(_ id: String) -> Bool {
    (try? existingVault()?.delete(PendingLogin.entryID(id))) ?? false
  }
}

extension LoginDestination {
  fileprivate var isElsewhere: Bool {
    if case .device = self { true } else { false }
  }
}

/// The first pause of a login that was begun a while ago: most of it is over.
private final class FirstWait: Sendable {
  private let begun: Mutex<Timestamp?>

  init(since begun: Timestamp) {
    self.begun = Mutex(begun)
  }

  func rest(of seconds: Int64, at now: Timestamp) -> Int64 {
    let begun = begun.withLock { begun in
      defer { begun = nil }
      return begun
    }
    guard let begun else { return seconds }
    return seconds - min(max(0, now.seconds - begun.seconds), seconds)
  }
}
