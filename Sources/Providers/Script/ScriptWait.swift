import Standards

/// Performs an effect away from the script threads, in bounded time.
enum ScriptWait {
  /// The operation has used up the time for its requests.
  struct OutOfTime: Error {}

  @concurrent
  static func perform(
    _ effect: ScriptHost.Effect,
    _ effects: any ScriptEffects,
    requestTime: Duration
  ) async -> Result<ScriptHost.Reply, any Error> {
    do {
      switch effect {
      case .send(let request):
        return .success(.response(try await send(request, effects, requestTime)))
      // The user's time has limits of its own, where the user is asked.
      case .authorize(let url): return .success(.callback(try await effects.authorize(url)))
      case .prompt(let text, let isSecret):
        return .success(.answer(try await effects.prompt(text, secret: isSecret)))
      }
    } catch {
      return .failure(error)
    }
  }

  private static func send(
    _ request: ScriptRequest,
    _ effects: any ScriptEffects,
    _ left: Duration
  ) async throws -> HTTPResponse {
    let own = request.timeout.flatMap { $0 < left ? $0 : nil }
    return try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
      group.addTask { try await effects.send(request.request) }
      group.addTask {
        try await Task.sleep(for: own ?? left)
        guard let own else { throw OutOfTime() }
        throw ScriptEffectError(.timeout, "no answer in \(own.components.seconds) s")
      }
      defer { group.cancelAll() }
      guard let response = try await group.next() else { throw CancellationError() }
      return response
    }
  }
}
