/// The text that a signature covers, with its three parts (RFC 5849 §3.4.1).
package struct SignatureBaseString: Hashable, Sendable {
  /// The method in upper case.
  package let method: String
  /// The base string URI, not yet encoded (RFC 5849 §3.4.1.2).
  package let uri: String
  /// The normalised parameters, not yet encoded a second time (RFC 5849 §3.4.1.3.2).
  package let parameters: String
  /// The three parts, each encoded, joined by `&`.
  package let text: String

  /// Builds the base string from what is signed.
  ///
  /// `parameters` are all of it, decoded: query, form body and protocol parameters; the query of `url`
  /// is not looked at. `host` is the `Host` field where it differs from the URL's authority
  /// (RFC 5849 §3.4.1.2).
  package init(
    method: String,
    url: URI,
    host: String? = nil,
    parameters: Parameters
  ) throws(OAuth1Error) {
    self.method = method.uppercased()
    uri = try Self.baseURI(url, host: host)
    self.parameters = ParameterNormalization.normalized(parameters)
    text = [self.method, uri, self.parameters]
      .map { PercentEncoding.encode($0) }
      .joined(separator: "&")
  }

  /// Scheme and authority in lower case without the default port, then the path as it is sent.
  static func baseURI(_ url: URI, host: String?) throws(OAuth1Error) -> String {
    let authority = try host.map { (host) throws(OAuth1Error) in
      try normalizedHost(host, scheme: url.scheme)
    }
    return "\(url.scheme)://\(authority ?? url.authority)\(url.path.isEmpty ? "/" : url.path)"
  }

  /// A `Host` field value in lower case and without the scheme's default port.
  private static func normalizedHost(
    _ value: String,
    scheme: String
  ) throws(OAuth1Error) -> String {
    guard let parsed = try? URI("\(scheme)://\(value)/"),
      !parsed.host.isEmpty, parsed.userInfo == nil, parsed.path == "/",
      parsed.query == nil, parsed.fragment == nil
    else { throw .malformedHost }
    return parsed.authority
  }
}
