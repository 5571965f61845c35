import Standards

/// Sends signed requests, and corrects our clock once where the provider refuses the timestamp.
struct OAuth1Sender: Sendable {
  let tools: Tools
  /// Bytes of the answer's body; `nil` means what holds for every exchange.
  var largestBody: Int?

  func send(
    step: String,
    sign: (_ timestamp: Timestamp, _ nonce: String) throws(OAuth1Error) -> OAuth1SignedRequest
  ) async throws(AuthRunError) -> HTTPResponse {
    let response = try await attempt(step, offset: 0, sign)
    guard
      let offset = OAuth1ClockOffset.correction(
        for: response,
        now: tools.clock.now(),
        applied: 0
      )
    else { return response }
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
