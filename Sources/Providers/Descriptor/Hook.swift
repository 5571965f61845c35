/// A function of a descriptor that this version of authrun calls.
package enum Hook: String, Hashable, Sendable, CaseIterable {
  case login
  case refresh
  case revoke
  case identity
  case sign
  case health
  case onAuthorize = "on_authorize"
  case onCallback = "on_callback"
  case onTokenRequest = "on_token_request"
  case onTokenResponse = "on_token_response"
}
