import Standards

/// The keys of providers that this process has fetched, one request at a time for each address.
actor KeySets {
  typealias Fetch = @Sendable () async throws(AuthRunError) -> JWKSet
  private typealias Answer = Result<JWKSet, AuthRunError>

  /// A set, and whether it was fetched for the token at hand.
  struct Found: Sendable {
    let set: JWKSet
    let isFresh: Bool
  }

  private var caches: [String: JWKSetCache] = [:]
  private var requests: [String: Task<Answer, Never>] = [:]

  /// The keys for a token whose header names `keyID`, fetched where the rules of the cache say so.
  func keys(
    at url: URI,
    for keyID: String?,
    clock: any Clock,
    fetch: @escaping Fetch
  ) async throws(AuthRunError) -> Found {
    if let request = requests[url.text] {
      return Found(set: try await request.value.get(), isFresh: true)
    }
    var cache = caches[url.text] ?? JWKSetCache()
    let action = cache.action(for: keyID, now: clock.now())
    caches[url.text] = cache
    switch action {
    case .use(let set): return Found(set: set, isFresh: false)
    case .fetch: return Found(set: try await request(url, clock, fetch), isFresh: true)
    case .unknownKey:
      guard cache.isEmpty else { return Found(set: JWKSet(keys: []), isFresh: true) }
      throw AuthRunError(
        .serviceUnavailable,
        "\(url.origin) gave no keys just now; it is asked again in \(cache.cooldown) s",
        step: "jwks"
      )
    }
  }

  /// The keys anew, where those that were kept did not fit; `nil` where they are too new for that.
  func renewed(
    at url: URI,
    clock: any Clock,
    fetch: @escaping Fetch
  ) async throws(AuthRunError) -> JWKSet? {
    if let request = requests[url.text] { return try await request.value.get() }
    guard caches[url.text]?.mayRenew(now: clock.now()) ?? true else { return nil }
    return try await request(url, clock, fetch)
  }

  private func request(
    _ url: URI,
    _ clock: any Clock,
    _ fetch: @escaping Fetch
  ) async throws(AuthRunError) -> JWKSet {
    let request = Task { () -> Answer in
      do throws(AuthRunError) {
        return .success(try await fetch())
      } catch {
        return .failure(error)
      }
    }
    requests[url.text] = request
    let answer = await request.value
    requests[url.text] = nil
    switch answer {
    case .success(let set): caches[url.text, default: JWKSetCache()].received(set, at: clock.now())
    case .failure: caches[url.text, default: JWKSetCache()].failed(at: clock.now())
    }
    return try answer.get()
  }
}
