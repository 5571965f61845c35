import HTTP
import Standards

/// A request to the practice provider, read apart as far as every step needs it.
struct PracticeRequest {
  let method: String
  /// Scheme and host as the client means them: the practice server stands in for all of them.
  let scheme: String
  let host: String
  /// The raw path.
  let path: String
  let headers: HTTPFields
  let rawBody: [UInt8]
  let query: RawParameters
  /// Empty unless the body is a form.
  let form: RawParameters

  init(_ request: ServerRequest, scheme: String, host: String? = nil) {
    method = request.method
    self.scheme = scheme
    self.host = Self.normalised(host ?? request.host ?? "", scheme: scheme)
    path = request.path
    headers = request.headers
    rawBody = request.body
    query = RawParameters((request.query ?? "").utf8)
    form = Self.isForm(request.headers) ? RawParameters(request.body) : RawParameters()
  }

  /// Every text that the request carries: field values, parameters, the body, and what Basic encodes.
  var texts: [String] {
    let basic = headers.fields.compactMap { field -> String? in
      guard field.value.lowercased().hasPrefix("basic "),
        let bytes = try? Base64.decode(String(field.value.dropFirst(6)))
      else { return nil }
      return String(decoding: bytes, as: UTF8.self)
    }
    return basic + headers.fields.map(\.value)
      + (query.pairs + form.pairs).map { String(decoding: $0.value, as: UTF8.self) }
      + [String(decoding: rawBody, as: UTF8.self)]
  }

  var contentType: String? { Self.contentType(headers) }

  /// For reports: no query, no body.
  var summary: String { "\(method) \(host)\(path)" }

  /// Whether this request is for `url`, whatever its query.
  func isFor(_ url: URI) -> Bool {
    scheme == url.scheme && host == url.authority && path == (url.path.isEmpty ? "/" : url.path)
  }

  /// Host and port, without the port that the scheme implies.
  private static func normalised(_ host: String, scheme: String) -> String {
    let host = host.lowercased()
    let suffix = scheme == "https" ? ":443" : ":80"
    return host.hasSuffix(suffix) ? String(host.dropLast(suffix.count)) : host
  }

  private static func contentType(_ headers: HTTPFields) -> String? {
    headers["Content-Type"].map { value in
      let type = value.prefix { $0 != ";" }
      return String(type.filter { $0 != " " && $0 != "\t" }).lowercased()
    }
  }

  private static func isForm(_ headers: HTTPFields) -> Bool {
    contentType(headers) == "application/x-www-form-urlencoded"
  }
}
