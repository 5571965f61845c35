package import Standards

/// A request as it must be made: method, URL, header fields and body, each exactly.
///
/// `{any}` stands for characters that differ each time, such as those of a randomised signature.
package struct GoldenRequest: Hashable, Sendable {
  package var method: String
  package var url: String
  /// In the order of their names in lower case.
  package var headers: [HTTPField]
  package var body: GoldenBody

  package init(method: String, url: String, headers: [HTTPField], body: GoldenBody) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
  }

  /// What was sent, in the form in which it is written down.
  package init(_ request: HTTPRequest) {
    method = request.method
    url = AnyText.masked(request.url.text)
    headers = Self.sorted(request.headers.fields).map { field in
      // A proof's key is made anew each time (RFC 9449 §4.2).
      let isProof = ASCII.equalIgnoringCase(field.name, "DPoP")
      return HTTPField(field.name, isProof ? AnyText.mark : AnyText.masked(field.value))
    }
    body = GoldenBody(request)
  }

  static func sorted(_ fields: [HTTPField]) -> [HTTPField] {
    fields.map { HTTPField($0.name.lowercased(), $0.value) }
      .sorted { ($0.name, $0.value) < ($1.name, $1.value) }
  }

  /// What differs between this and what was sent; empty when nothing does.
  func differences(from request: HTTPRequest) -> [CaseDifference] {
    var differences: [CaseDifference] = []
    func compare(_ part: String, _ expected: String?, _ actual: String?) {
      if let expected, let actual, AnyText(expected).matches(actual) { return }
      guard expected != nil || actual != nil else { return }
      differences.append(CaseDifference(part, expected: expected, actual: actual))
    }
    compare("method", method, request.method)
    compare("url", url, request.url.text)
    let actual = Self.sorted(request.headers.fields)
    for name in Set(headers.map { $0.name.lowercased() }).union(actual.map(\.name)).sorted() {
      let wanted = headers.filter { ASCII.equalIgnoringCase($0.name, name) }.map(\.value)
      let given = actual.filter { $0.name == name }.map(\.value)
      for index in 0..<max(wanted.count, given.count) {
        compare(
          "header \(name)",
          index < wanted.count ? wanted[index] : nil,
          index < given.count ? given[index] : nil
        )
      }
    }
    return differences + body.differences(from: request)
  }
}

/// One thing that is not as it was recorded.
package struct CaseDifference: Hashable, Sendable {
  /// What differs, such as `url` or `header accept`.
  package var part: String
  /// `nil` where nothing was expected.
  package var expected: String?
  /// `nil` where nothing was there.
  package var actual: String?

  init(_ part: String, expected: String?, actual: String?) {
    self.part = part
    self.expected = expected
    self.actual = actual
  }
}
