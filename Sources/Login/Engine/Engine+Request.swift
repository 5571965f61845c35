import Providers
package import Standards

extension Engine {
  /// Sends a request to the account's API, with its token or signature; never starts a login.
  ///
  /// A 401 leads to one refresh and one more attempt, since a server may end a token early.
  package func send(
    _ request: APIRequest,
    as account: AccountID
  ) async throws(AuthRunError) -> HTTPResponse {
    do throws(AuthRunError) {
      let descriptor = try descriptor(account.provider)
      let credential = try await credential(account)
      let first = try await attempt(request, descriptor, credential)
      let response = first.response
      guard response.status == 401, first.wasAuthorized,
        Renewal(descriptor: descriptor, tools: tools).isPossible(for: credential)
      else { return response }
      var demand = TokenDemand()
      demand.forceRefresh = true
      let renewed = try await self.credential(account, demand)
      guard renewed.accessToken.bytes != credential.accessToken.bytes else { return response }
      return try await attempt(request, descriptor, renewed).response
    } catch {
      throw shown(error, account)
    }
  }

  private func attempt(
    _ request: APIRequest,
    _ descriptor: Descriptor,
    _ credential: Credential
  ) async throws(AuthRunError) -> FollowedResponse {
    let caller = APICaller(descriptor: descriptor, credential: credential, tools: tools)
    let step = "request"
    let message = try caller.prepared(request, step: step)
    let response = try await caller.dispatch(message, step: step)
    return try await caller.follow(response, of: message, atMost: request.redirects, step: step)
  }
}
