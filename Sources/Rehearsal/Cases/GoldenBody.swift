package import Standards

/// The body of a recorded message, in the form that is easiest to read and still exact.
package enum GoldenBody: Hashable, Sendable {
  /// The bytes as text; empty where there is no body.
  case text(String)
  /// Form fields in their order (`application/x-www-form-urlencoded`), names unique.
  case form([CaseCallback.Pair])
  case json(JSONValue)

  /// The body of what was sent; a form or a JSON text that would be written otherwise stays text.
  init(_ request: HTTPRequest) {
    switch Self.shape(request.headers["Content-Type"], request.body) {
    case .form(let pairs):
      self = .form(
        pairs.map { pair in
          let value = pair.name == "dpop_jkt" ? AnyText.mark : AnyText.masked(pair.value)
          return CaseCallback.Pair(pair.name, value)
        }
      )
    case .json(let value): self = .json(value)
    case .text(let text): self = .text(AnyText.masked(text))
    }
  }

  /// The body of an answer.
  init(_ response: HTTPResponse) {
    self = Self.shape(response.headers["Content-Type"], response.body)
  }

  private static func shape(_ type: String?, _ body: [UInt8]) -> GoldenBody {
    let text = String(decoding: body, as: UTF8.self)
    let type = type?.split(separator: ";").first.map { $0.lowercased() } ?? ""
    if type == Self.formType, let pairs = pairs(body), FormEncoding.encode(pairs) == text,
      !body.isEmpty
    {
      let names = pairs.pairs.map(\.nameText)
      if Set(names).count == names.count {
        return .form(pairs.pairs.map { CaseCallback.Pair($0.nameText, $0.valueText) })
      }
    }
    if type == Self.jsonType || type.hasSuffix("+json"), let value = try? JSONReader.read(body),
      value.serializedBytes == body, value.object != nil || value.array != nil
    {
      return .json(value)
    }
    return .text(text)
  }

  static let formType = "application/x-www-form-urlencoded"
  static let jsonType = "application/json"

  private static func pairs(_ body: [UInt8]) -> Parameters? {
    try? FormEncoding.decode(body)
  }

  /// The bytes that this stands for.
  package var bytes: [UInt8] {
    switch self {
    case .text(let text): Array(text.utf8)
    case .form(let pairs):
      Array(FormEncoding.encode(Parameters(pairs.map { ($0.name, $0.value) })).utf8)
    case .json(let value): value.serializedBytes
    }
  }

  /// The media type that goes without saying.
  var contentType: String? {
    switch self {
    case .text: nil
    case .form: Self.formType
    case .json: Self.jsonType
    }
  }

  func differences(from request: HTTPRequest) -> [CaseDifference] {
    let actual = String(decoding: request.body, as: UTF8.self)
    switch self {
    case .text(let text):
      guard !AnyText(text).matches(actual) else { return [] }
      return [CaseDifference("body", expected: text, actual: actual)]
    case .json(let expected):
      let value = try? JSONReader.read(request.body)
      if value == expected { return [] }
      return [
        CaseDifference(
          "body",
          expected: expected.serialized,
          actual: value?.serialized ?? actual
        )
      ]
    case .form(let expected):
      guard let pairs = Self.pairs(request.body), FormEncoding.encode(pairs) == actual else {
        let text = String(decoding: bytes, as: UTF8.self)
        return [CaseDifference("body", expected: text, actual: actual)]
      }
      return Self.differences(expected, pairs)
    }
  }

  private static func differences(
    _ expected: [CaseCallback.Pair],
    _ actual: Parameters
  ) -> [CaseDifference] {
    let given = actual.pairs.map { CaseCallback.Pair($0.nameText, $0.valueText) }
    var differences: [CaseDifference] = []
    for pair in expected {
      let value = given.first { $0.name == pair.name }?.value
      if let value, AnyText(pair.value).matches(value) { continue }
      differences.append(
        CaseDifference("form \(pair.name)", expected: pair.value, actual: value)
      )
    }
    for pair in given where !expected.contains(where: { $0.name == pair.name }) {
      differences.append(CaseDifference("form \(pair.name)", expected: nil, actual: pair.value))
    }
    if differences.isEmpty, expected.map(\.name) != given.map(\.name) {
      differences.append(
        CaseDifference(
          "form, order of the fields",
          expected: expected.map(\.name).joined(separator: ", "),
          actual: given.map(\.name).joined(separator: ", ")
        )
      )
    }
    return differences
  }
}
