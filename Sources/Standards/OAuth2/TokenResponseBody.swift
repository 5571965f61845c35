/// The body of a token response as an object, whether it came as JSON or as a form.
///
/// The first byte that is no space decides: providers label either with any content type.
struct TokenResponseBody {
  /// `nil` when the body is neither a JSON object nor a form.
  let object: JSONObject?
  /// Whether the body is markup or plain text, of which no part may be taken for a value.
  var isUnreadable: Bool { object == nil }

  init(_ body: [UInt8], unwrapsCall: Bool = false) {
    let body = unwrapsCall ? Self.argument(of: body) ?? body : body
    switch body.first(where: { !Self.isSpace($0) }) {
    case UInt8(ascii: "{")?:
      object = (try? JSONReader.read(body))?.object
    case nil, UInt8(ascii: "<")?, UInt8(ascii: "[")?:
      object = nil
    default:
      object = Self.form(body)
    }
  }

  /// What stands between the first parenthesis and the last, where an object does.
  private static func argument(of body: [UInt8]) -> [UInt8]? {
    guard let start = body.firstIndex(of: UInt8(ascii: "(")),
      let end = body.lastIndex(of: UInt8(ascii: ")")), start < end,
      body[..<start].allSatisfy({ $0 != UInt8(ascii: "{") && $0 != UInt8(ascii: "=") })
    else { return nil }
    return Array(body[(start + 1)..<end])
  }

  /// A form with a name that stands twice is none: neither value may win (RFC 6749 §3.2).
  private static func form(_ body: [UInt8]) -> JSONObject? {
    var body = body[...]
    while let last = body.last, isSpace(last) { body.removeLast() }
    guard body.contains(UInt8(ascii: "=")), let parameters = try? FormEncoding.decode(body),
      parameters.firstRepeatedName == nil
    else { return nil }
    var object = JSONObject()
    for pair in parameters.pairs {
      guard let name = String(validating: pair.name, as: UTF8.self),
        let value = String(validating: pair.value, as: UTF8.self)
      else { return nil }
      object[name] = .string(value)
    }
    return object
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
