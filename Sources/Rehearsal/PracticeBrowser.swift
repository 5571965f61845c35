package import HTTP
package import Standards

/// Visits an authorize URL as a user who agrees would, without a browser.
package struct PracticeBrowser: Sendable {
  /// Where the visit ended.
  package enum Visit: Hashable, Sendable {
    /// The callback on this machine was called; the page is what the user would see.
    case delivered(URI, page: HTTPResponse)
    /// The browser would now go to this address, at which nobody of this machine listens.
    case leftFor(URI)
    /// The page shows a PIN to type.
    case pin(String)
    /// The provider refused, with its reason.
    case refused(status: Int, page: HTTPResponse)
  }

  /// The field in which a PIN page repeats the PIN for this stand-in, which reads no HTML.
  static let pinField = "Authrun-Practice-PIN"

  /// Marks an answer that a browser would send on as a form.
  static let formField = "Authrun-Practice-Form-Post"

  private let client: HTTPClient

  init(_ client: HTTPClient) {
    self.client = client
  }

  /// Visits the page, and then the callback on this machine where a login listens there.
  package func visit(_ url: URI, isAwaited: Bool = true) async throws(HTTPError) -> Visit {
    // A page that is one script reads what stands behind "#" itself.
    let asked =
      url.fragment?.split(separator: "?", maxSplits: 1).dropFirst().first
      .flatMap { try? FormEncoding.decode(Array($0.utf8)) }.map(url.withoutFragment.appendingQuery)
      ?? url
    let response = try await get(asked)
    if let pin = response.headers[Self.pinField] { return .pin(pin) }
    guard response.status == 302, let location = response.headers["Location"],
      let target = try? url.resolve(location)
    else { return .refused(status: response.status, page: response) }
    guard isAwaited, target.scheme == "http", target.isLoopback else { return .leftFor(target) }
    if response.headers[Self.formField] != nil {
      // Form post: the parameters are hidden fields of a form that sends itself.
      return .delivered(
        target,
        page: try await post(target.replacingQuery(Parameters()), target.query ?? "")
      )
    }
    guard let fragment = target.fragment else {
      return .delivered(target, page: try await get(target))
    }
    // The page of the login posts what only the browser knows.
    let page = try await get(target)
    let policy = page.headers["Content-Security-Policy"] ?? ""
    guard page.status == 200, policy.contains("form-action 'self'") else {
      return .delivered(target, page: page)
    }
    return .delivered(target, page: try await post(target.withoutFragment, fragment))
  }

  private func post(_ url: URI, _ form: String) async throws(HTTPError) -> HTTPResponse {
    let fields = [HTTPField("Content-Type", "application/x-www-form-urlencoded")]
    return try await client.send(
      HTTPRequest(
        method: "POST",
        url: url,
        headers: HTTPFields(fields),
        body: Array(form.utf8)
      )
    )
  }

  private func get(_ url: URI) async throws(HTTPError) -> HTTPResponse {
    let accept = HTTPFields([HTTPField("Accept", "text/html")])
    return try await client.send(
      HTTPRequest(method: "GET", url: url.withoutFragment, headers: accept)
    )
  }
}
