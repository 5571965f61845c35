import Standards

/// Sends signed requests, and corrects our clock once where the provider refuses the timestamp.
struct OAuth1Sender: Sendable {
  let tools: Tools
  /// Bytes of the answer's body; `nil` means what holds for every exchange.
  var largestBody: Int?

  /// Signs for `url` with the provider's time as far as it is known, and keeps what a refusal teaches.
  func send(
    step: String,
    to url: URI?,
    sign: (_ timestamp: Timestamp, _ nonce: String) throws(OAuth1Error) -> OAuth1SignedRequest
  ) async throws(AuthRunError) -> HTTPResponse {
    let applied = url.map { tools.clockOffsets.seconds(for: $0, at: tools.clock.now()) } ?? 0
    let response = try await attempt(step, offset: applied, sign)
    let now = tools.clock.now()
    guard let offset = OAuth1ClockOffset.correction(for: response, now: now, applied: applied)
    else { return response }
    if let url { tools.clockOffsets.learn(offset, for: url, at: now) }
    tools.tracer.note(step, "this machine's clock is \(-offset) s ahead of the provider's; again")
    return try await attempt(step, offset: offset, sign)
  }

  private func attempt(
    _ step: String,
    offset: Int64,
    _ sign: (Timestamp, String) throws(OAuth1Error) -> OAuth1SignedRequest
  ) async throws(AuthRunError) -> HTTPResponse {
    let signed: OAuth1SignedRequest
    do throws(OAuth1Error) {
      signed = try sign(
        tools.clock.now().adding(offset),
        OAuth1Signer.nonce(from: tools.random)
      )
    } catch {
      throw AuthRunError(error, step: step)
    }
    tools.tracer.derived(step, signed.derivations)
    return try await tools.exchange.send(signed.request, step: step, largestBody: largestBody)
  }
}
