/// A provider's three endpoints and where it departs from RFC 5849; the defaults depart in nothing.
package struct OAuth1Configuration: Sendable {
  /// One endpoint that is called with a signed request.
  package struct Endpoint: Hashable, Sendable {
    package var url: URI
    /// Method, constant parameters and headers; parameters go into a form body or the query.
    package var rules: EndpointRules

    package init(url: URI, rules: EndpointRules = EndpointRules()) {
      self.url = url
      self.rules = rules
    }
  }

  /// Where temporary credentials come from; `nil` for providers that only know xAuth.
  package var requestToken: Endpoint?
  /// Where the user is sent; its constants join `oauth_token` in the query.
  package var authorize: Endpoint?
  package var accessToken: Endpoint
  /// Refuses temporary credentials without `oauth_callback_confirmed=true` (RFC 5849 §2.1).
  package var requiresCallbackConfirmed: Bool
  /// Goes on without a verifier when the callback brings none, as servers of OAuth 1.0 before 1.0a do.
  package var allowsMissingVerifier: Bool
  /// Sends the callback in the request's own parameters and not among the protocol parameters.
  package var sendsCallbackAsParameter: Bool
  /// Leaves the callback out of the request for temporary credentials.
  package var omitsCallback: Bool
  /// Repeats the callback in the authorize URL.
  package var repeatsCallback: Bool

  package init(
    requestToken: Endpoint?,
    authorize: Endpoint?,
    accessToken: Endpoint,
    requiresCallbackConfirmed: Bool = true,
    allowsMissingVerifier: Bool = false,
    sendsCallbackAsParameter: Bool = false,
    omitsCallback: Bool = false,
    repeatsCallback: Bool = false
  ) {
    self.requestToken = requestToken
    self.authorize = authorize
    self.accessToken = accessToken
    self.requiresCallbackConfirmed = requiresCallbackConfirmed
    self.allowsMissingVerifier = allowsMissingVerifier
    self.sendsCallbackAsParameter = sendsCallbackAsParameter
    self.omitsCallback = omitsCallback
    self.repeatsCallback = repeatsCallback
  }
}

extension OAuth1Configuration.Endpoint {
  /// The unsigned request with the constants and `parameters`; it has a body only when needed.
  func request(adding parameters: Parameters = Parameters()) -> HTTPRequest {
    let all = rules.applied(to: parameters)
    var request = HTTPRequest(method: rules.method, url: url)
    if !all.pairs.isEmpty {
      request = rules.request(to: url, carrying: all)
    }
    request.headers["Accept"] = nil
    for field in rules.headers.fields { request.headers.set(field) }
    return request
  }
}
