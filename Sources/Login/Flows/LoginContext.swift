import Providers
import Standards

/// All that one login works with.
struct LoginContext: Sendable {
  let descriptor: Descriptor
  let account: AccountID
  let options: [String: OptionValue]
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
    let declared = descriptor.capture.first { $0.way == way }
    let spec = declared ?? .standard(way, for: descriptor.kind)
    return [CaptureSpec(way: way, redirectURI: request.redirectURI ?? spec.redirectURI)]
  }

  /// Opens the first way that works here; the last one's failure is the login's.
  private func openCapture() async throws(AuthRunError) -> CaptureSession {
    let specs = try captures()
    for spec in specs.dropLast() {
      do throws(AuthRunError) {
        return try CaptureSession.open(spec)
      } catch {
        await interaction.show(
          .warning("\(error.message); using the next way to get the answer")
        )
      }
    }
    guard let last = specs.last else {
      throw AuthRunError(.internal, "no way to get the answer", step: "authorize")
    }
    return try CaptureSession.open(last)
  }

  /// Opens the capture, runs `body`, and closes the capture however `body` ends.
  func withCapture<Result>(
    _ body: (CaptureSession) async throws(AuthRunError) -> Result
  ) async throws(AuthRunError) -> Result {
    let session = try await openCapture()
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

/// The means of an engine that flows share.
struct Tools: Sendable {
  let exchange: Exchange
  let clock: any Clock
  let random: any RandomSource
  let hashing: any Hashing

  var tracer: Tracer { exchange.tracer }
}

/// What a flow hands over when the provider has said yes.
struct LoginGrant: Sendable {
  var credential: Credential
  /// The token response as JSON, for an identity that is read from it.
  var answer: JSONValue?
}
