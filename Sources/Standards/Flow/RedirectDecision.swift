/// What to do with a redirect that answers a request with credentials (RFC 9110 §15.4).
///
/// Credentials belong to the origin that they were made for. The decision is about one answer; how many
/// redirects are followed is for the caller, and calls of a login never follow any.
package enum RedirectDecision: Hashable, Sendable {
  /// The same origin: sign or authorize this request anew, with a new nonce, and send it.
  case authorizeAgain(HTTPRequest)
  /// Another origin: send this request as it stands, without any credential.
  case sendBare(HTTPRequest)
  /// Do not follow; the text says why.
  case stop(reason: String)

  /// Fields that may travel to another origin; a field not listed here may hold a key.
  private static let harmless: Set = [
    "accept", "accept-language", "accept-encoding", "user-agent",
  ]

  /// Decides about an answer with a `Location`; `nil` when the answer is no redirect.
  ///
  /// `request` is the request before it was signed, so that no old signature is carried along. The
  /// target is resolved before origins are compared, so that `//other.example/` is another origin. A body
  /// that is not in the request but read while it is sent is told by `hasUpload`.
  ///
  /// `credentialParameters` are those with which the query carried the credential: a server that repeats the
  /// query in its target repeats them, and there they are as old as the request, or on their way to others.
  package static func decide(
    _ request: HTTPRequest,
    hasUpload: Bool = false,
    credentialParameters: Set<String> = [],
    answeredBy response: HTTPResponse
  ) -> RedirectDecision? {
    guard [301, 302, 303, 307, 308].contains(response.status) else { return nil }
    let locations = response.headers.values("Location")
    guard locations.count == 1, let location = locations.first else {
      return .stop(reason: "the redirect names no single target")
    }
    guard let target = try? request.url.resolve(location), target.userInfo == nil,
      target.scheme == "https" || target.scheme == "http"
    else { return .stop(reason: "the redirect's target is no web address") }
    if request.url.scheme == "https", target.scheme != "https" {
      return .stop(reason: "the redirect leads from https to http")
    }
    var next = rewritten(request, status: response.status)
    next.url = target.withoutFragment.removingQuery(credentialParameters)
    // The authority of a base string is the Host field, which named the old one.
    let isVirtual = next.headers["Host"] != nil
    guard target.origin == request.url.origin, !isVirtual else {
      let keepsUpload = hasUpload && !dropsBody(request.method, status: response.status)
      guard next.body.isEmpty, !keepsUpload else {
        return .stop(reason: "the redirect would hand the request's body to another origin")
      }
      next.headers.fields.removeAll { !harmless.contains(ASCII.lowercased($0.name)) }
      return .sendBare(next)
    }
    return .authorizeAgain(next)
  }

  /// Whether a redirect goes on as GET, without the body.
  ///
  /// A 303 does, and by long custom a POST answered with 301 or 302 (RFC 9110 §15.4.2 to §15.4.4).
  package static func dropsBody(_ method: String, status: Int) -> Bool {
    status == 303 ? method != "HEAD" : (status == 301 || status == 302) && method == "POST"
  }

  private static func rewritten(_ request: HTTPRequest, status: Int) -> HTTPRequest {
    guard dropsBody(request.method, status: status) else { return request }
    var next = request
    next.method = "GET"
    next.body = []
    next.headers["Content-Type"] = nil
    next.headers["Content-Length"] = nil
    return next
  }
}
