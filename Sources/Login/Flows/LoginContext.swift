import Crypto
import Providers
import Standards

/// All that one login works with.
struct LoginContext: Sendable {
  let descriptor: Descriptor
  let account: AccountID
  var options: [String: OptionValue]
  /// The options that the user gave for this login, which no answer replaces.
  let given: Set<String>
  /// The redirect URI of the client that registered itself at an earlier login.
  var registeredRedirectURI: String?
  let request: LoginRequest
  let interaction: any Interaction
  let tools: Tools

  /// The ways to get the answer home that may be tried, in order: what the user asked for, or all
  /// that the descriptor names.
  func captures() throws(AuthRunError) -> [CaptureSpec] {
    guard let wanted = request.capture else {
      let declared = descriptor.capture
      let specs = declared.isEmpty ? [.standard(.loopback, for: descriptor.kind)] : declared
      guard let uri = request.redirectURI else { return specs }
      return specs.prefix(1).map { CaptureSpec(way: $0.way, redirectURI: uri) }
    }
    guard let way = CaptureWay(rawValue: wanted) else {
      throw AuthRunError(
        .usage,
        "unknown way of capture: \(wanted)",
        step: "authorize",
        hint: "one of \(CaptureWay.names.joined(separator: ", "))"
      )
    }
    if way == .device, descriptor.oauth2?.grants.contains(.deviceCode) != true {
      throw AuthRunError(
        .usage,
        "\(descriptor.id) has no login for other devices",
        step: "authorize",
        hint: "it knows \(descriptor.capture.map(\.way.rawValue).joined(separator: ", "))"
      )
    }
    let declared = descriptor.capture.first { $0.way == way }
    let spec = declared ?? .standard(way, for: descriptor.kind)
    return [CaptureSpec(way: way, redirectURI: request.redirectURI ?? spec.redirectURI)]
  }

  private var bareCallback: BareCallback {
    if descriptor.oauth2?.responseMode == .fragment { return .relayed }
    return descriptor.kind == .custom ? .accepted : .ignored
  }

  /// Whether the user finishes this login on another device.
  func usesDevice() throws(AuthRunError) -> Bool {
    try captures().first?.way == .device
  }

  /// Opens the first way that works here; the last one's failure is the login's.
  private func openCapture(
    _ adapt: (CaptureSpec) -> CaptureSpec
  ) async throws(AuthRunError) -> CaptureSession {
    let specs = try captures().filter { $0.way != .device }.map(adapt)
    for spec in specs.dropLast() {
      do throws(AuthRunError) {
        return try CaptureSession.open(spec, bare: bareCallback)
      } catch {
        await interaction.show(
          .warning("\(error.message); using the next way to get the answer")
        )
      }
    }
    guard let last = specs.last else {
      throw AuthRunError(.internal, "no way to get the answer", step: "authorize")
    }
    return try CaptureSession.open(last, bare: bareCallback)
  }

  /// Opens the capture, runs `body`, and closes the capture however `body` ends.
  func withCapture<Result>(
    adapting adapt: (CaptureSpec) -> CaptureSpec = { $0 },
    _ body: (CaptureSession) async throws(AuthRunError) -> Result
  ) async throws(AuthRunError) -> Result {
    let session = try await openCapture(adapt)
    do throws(AuthRunError) {
      let result = try await body(session)
      await session.close()
      return result
    } catch {
      await session.close()
      throw error
    }
  }

  /// Sends the user to `url` and waits for the answer that `judge` accepts.
  func authorize(
    at url: URI,
    through session: CaptureSession,
    bareParameter: String?,
    judge: (Parameters) -> CallbackVerdict
  ) async throws(AuthRunError) -> CallbackWait.Accepted {
    try refuseSecrets(in: url)
    await interaction.show(
      .authorize(url: url, redirectURI: session.redirectURI, capture: session.way.rawValue)
    )
    if session.way != .paste {
      if await !interaction.open(url) {
        await interaction.show(.warning("no browser could be opened; visit the address yourself"))
      }
    }
    await interaction.show(.waiting(seconds: request.timeout))
    let wait = CallbackWait(
      session: session,
      provider: descriptor.name,
      timeout: request.timeout,
      bareParameter: session.way == .pin ? bareParameter : nil
    )
    let accepted = try await wait.run(interaction: interaction, judge: judge)
    tools.tracer.learn(callback: accepted.parameters)
    return accepted
  }

  /// A URL that goes through a browser is seen by its history, its extensions and its servers' logs.
  private func refuseSecrets(in url: URI) throws(AuthRunError) {
    let secrets = options.values.compactMap { value -> String? in
      guard case .secret(let secret) = value, !secret.isEmpty else { return nil }
      return secret.text
    }
    let parameters = (try? url.queryParameters()) ?? Parameters()
    for pair in parameters.pairs where secrets.contains(pair.valueText) {
      throw AuthRunError(
        .descriptorInvalid,
        "a secret would stand in the authorize URL, as \(pair.nameText)",
        step: "authorize",
        hint: "take it out of the descriptor's authorize parameters"
      )
    }
  }
}

/// Waits for some seconds; ends early, with an error, when the task is cancelled.
package typealias Pause = @Sendable (_ seconds: Int64) async throws -> Void

/// The means of an engine that flows share.
struct Tools: Sendable {
  var exchange: Exchange
  let clock: any Clock
  let random: any RandomSource
  let hashing: any Hashing
  let pause: Pause
  let clockOffsets: ClockOffsetStore
  let nonces = DPoPNonceStore()
  let keySets = KeySets()

  var tracer: Tracer { exchange.tracer }
  var signatures: any SignatureProvider { OpenSSLSignatures() }
}

/// What a flow hands over when the provider has said yes.
struct LoginGrant: Sendable {
  var credential: Credential
  /// The token response as JSON, for an identity that is read from it.
  var answer: JSONValue?
  /// The claims of the verified ID token.
  var claims: JSONObject?
  /// The options as the login left them; `nil` where nothing filled any in.
  var options: [String: OptionValue]?
}
