package import Standards

extension Engine {
  /// Shows the steps of a command that are not the engine's own in the same trace as those that are.
  package var tracer: Tracer { tools.tracer }

  /// The largest set of keys that is read, in bytes.
  private static let largestKeySet = 1 << 20

  /// Fetches the text of a JWK Set (RFC 7517 §5); redirects are not followed.
  package func keySet(at url: URI) async throws(AuthRunError) -> [UInt8] {
    let step = "jwks"
    let request = HTTPRequest(
      method: "GET",
      url: url.withoutFragment,
      headers: HTTPFields([HTTPField("Accept", "application/jwk-set+json, application/json")])
    )
    let response = try await tools.reachingAnywhere.exchange.send(
      request,
      step: step,
      largestBody: Self.largestKeySet
    )
    guard response.status == 200 else {
      throw AuthRunError(
        .serviceUnavailable,
        "\(url.origin) answered with HTTP status \(response.status) instead of keys",
        step: step,
        hint: 300..<400 ~= response.status
          ? "redirects are not followed: give the address itself" : nil
      )
    }
    return response.body
  }
}
