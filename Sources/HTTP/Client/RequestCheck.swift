import CCurl
import Standards

/// Refuses a request that libcurl would send otherwise than it reads, before libcurl sees it.
enum RequestCheck {
  /// Fields that the connection decides; a request that sets them could smuggle a second one.
  private static let reserved: Set<String> = [
    "connection", "content-length", "expect", "keep-alive", "proxy-connection", "te", "trailer",
    "transfer-encoding", "upgrade",
  ]

  /// Throws `invalidRequest` with the reason.
  static func check(_ request: HTTPRequest) throws(HTTPError) {
    let host = request.url.authority
    func refuse(_ cause: String) -> HTTPError { HTTPError(.invalidRequest, host: host, cause) }

    guard request.method.utf8.allSatisfy(isTokenByte), !request.method.isEmpty else {
      throw HTTPError(.invalidRequest, host: "", "the method is not an HTTP token")
    }
    guard request.method != "CONNECT" else { throw refuse("CONNECT cannot be sent") }
    guard request.method != "HEAD" || request.body.isEmpty else {
      throw refuse("a HEAD request has no body")
    }
    try checkURL(request.url)
    for field in request.headers.fields {
      guard !field.name.isEmpty, field.name.utf8.allSatisfy(isTokenByte) else {
        throw refuse("a header name is not an HTTP token")
      }
      // Only the name is told: the value may be a secret.
      guard field.value.utf8.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }) else {
        throw refuse("the header \(field.name) has a control character in its value")
      }
      let name = field.name.lowercased()
      guard !reserved.contains(name) else {
        throw refuse("the header \(field.name) is set by the connection")
      }
      guard name != "host" || isHost(field.value, of: request.url) else {
        throw refuse("the header Host differs from the host of the URL")
      }
    }
  }

  private static func checkURL(_ url: URI) throws(HTTPError) {
    func refuse(_ cause: String) -> HTTPError {
      HTTPError(.invalidRequest, host: url.authority, cause)
    }
    guard url.text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw HTTPError(.invalidRequest, host: "", "the URL has a character that URLs cannot have")
    }
    guard url.scheme == "https" || url.scheme == "http" else {
      throw refuse("only https and http can be requested")
    }
    guard !url.host.isEmpty else {
      throw HTTPError(.invalidRequest, host: "", "the URL has no host")
    }
    // libcurl would send it as a Basic authorization that no one asked for.
    guard url.userInfo == nil else { throw refuse("the URL has user information before its host") }
    guard url.port != 0 else { throw refuse("port 0 cannot be connected to") }
    // libcurl has a URL reader of its own, which takes `0x7f.1` for an address and undoes
    // escapes; the host that the caller checked has to be the host that is contacted.
    guard CurlURL.host(of: url.text)?.lowercased() == url.host else {
      throw refuse("the host can be read in more than one way")
    }
  }

  private static func isHost(_ value: String, of url: URI) -> Bool {
    let value = value.lowercased()
    return value == url.authority || value == "\(url.host):\(url.effectivePort ?? 0)"
  }

  /// The characters of RFC 9110 §5.6.2 `token`.
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
    }
  }
}

/// What libcurl's own URL reader sees.
private enum CurlURL {
  static func host(of text: String) -> String? {
    guard let url = curl_url() else { return nil }
    defer { curl_url_cleanup(url) }
    guard text.withCString({ curl_url_set(url, CURLUPART_URL, $0, 0) }) == CURLUE_OK else {
      return nil
    }
    var part: UnsafeMutablePointer<CChar>?
    guard curl_url_get(url, CURLUPART_HOST, &part, 0) == CURLUE_OK, let part else { return nil }
    defer { curl_free(part) }
    return String(cString: part)
  }
}
