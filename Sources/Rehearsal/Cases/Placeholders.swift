import Providers
import Standards

/// Puts stable placeholders in the place of everything in an answer that is not known to be harmless.
struct Placeholders {
  private let hosts: Set<String>
  private let known: Set<String>
  private let source: [UInt8]
  /// The placeholder of each text, so that the same text stays the same.
  private var given: [String: String] = [:]
  private var counts: [String: Int] = [:]

  init(_ descriptor: Descriptor) {
    hosts = Set(descriptor.declaredURLs.compactMap { $0.constant?.host })
    // What the descriptor itself names is known to everybody.
    known = Set(descriptor.oauth2?.scopes ?? [])
    source = descriptor.source.bytes
  }

  /// The step with placeholders; a request is not kept, for it is made anew.
  mutating func replace(in step: CaseStep) -> CaseStep {
    guard case .exchange(_, .response(var response)) = step else { return step }
    let cookies = response.headers.values("Set-Cookie").compactMap(SetCookie.init)
      .filter(isNamed)
    response.headers.fields = response.headers.fields.filter {
      ["content-type", "retry-after"].contains($0.name.lowercased())
    }
    for cookie in cookies {
      let value = replaced(cookie.value, as: cookie.name)
      response.headers.fields.append(HTTPField("Set-Cookie", "\(cookie.name)=\(value)"))
    }
    switch GoldenBody(response) {
    case .json: break
    case .form(let pairs):
      response.body =
        GoldenBody.form(
          pairs.map { CaseCallback.Pair($0.name, replaced($0.value, as: $0.name)) }
        ).bytes
      return .exchange(nil, .response(response))
    case .text: break
    }
    if let value = try? JSONReader.read(response.body) {
      response.body = replaced(value, as: "value").serializedBytes
    } else if !response.body.isEmpty {
      // Form fields under another type, or a text that nobody can vouch for.
      let pairs = (try? FormEncoding.decode(response.body)) ?? Parameters()
      let isForm = pairs.pairs.count > 1 || pairs.first("oauth_token") != nil
      response.body =
        isForm
        ? Array(
          FormEncoding.encode(
            Parameters(pairs.pairs.map { ($0.nameText, replaced($0.valueText, as: $0.nameText)) })
          ).utf8
        ) : Array("(a text)".utf8)
    }
    return .exchange(nil, .response(response))
  }

  /// Whether the descriptor speaks of the cookie: those of load balancers and counters say nothing.
  private func isNamed(_ cookie: SetCookie) -> Bool {
    !cookie.value.isEmpty
      && String(decoding: source, as: UTF8.self).contains("\"\(cookie.name)\"")
  }

  private mutating func replaced(_ value: JSONValue, as name: String) -> JSONValue {
    switch value {
    case .string(let text): return .string(replaced(text, as: name))
    case .number(let number):
      guard !Self.isHarmless(name), number.text.utf8.count > 3 else { return value }
      return .integer(Int64(placeholderNumber(number.text)))
    case .array(let elements):
      var replacedElements: [JSONValue] = []
      for element in elements { replacedElements.append(replaced(element, as: name)) }
      return .array(replacedElements)
    case .object(let object):
      var result = JSONObject()
      for member in object.members {
        result[member.name] = replaced(member.value, as: member.name)
      }
      return .object(result)
    case .null, .bool: return value
    }
  }

  private mutating func replaced(_ text: String, as name: String) -> String {
    if Self.isHarmless(name) || text.isEmpty || ["true", "false"].contains(text) { return text }
    if text.split(whereSeparator: { " ,".contains($0) }).allSatisfy({ known.contains(String($0)) })
    {
      return text
    }
    if let token = try? JWTClaims.unverified(text) { return Self.emptied(token) }
    // Where an API is found has to stay, where it is a host that the descriptor names anyway.
    if let url = try? URI(text), hosts.contains(url.host), url.query == nil { return url.origin }
    if let known = given[text] { return known }
    let number = (counts[name] ?? 0) + 1
    counts[name] = number
    let placeholder = "\(name.lowercased())-\(number)"
    given[text] = placeholder
    return placeholder
  }

  private mutating func placeholderNumber(_ text: String) -> Int {
    if let known = given["#\(text)"].flatMap(Int.init) { return known }
    let number = 1_000 + (counts["#"] ?? 0) + 1
    counts["#"] = (counts["#"] ?? 0) + 1
    given["#\(text)"] = String(number)
    return number
  }

  /// Members whose values are words of the protocol or times.
  private static func isHarmless(_ name: String) -> Bool {
    let name = name.lowercased()
    return [
      "token_type", "tokentype", "scope", "scopes", "error", "oauth_callback_confirmed", "status",
      "ok", "issued_token_type",
    ].contains(name) || name.contains("expire") || name == "exp" || name == "iat"
  }

  /// A token of the same times and with nothing else in it; its signature is none.
  private static func emptied(_ token: JWTClaims) -> String {
    var claims = JSONObject()
    for name in ["iat", "nbf", "exp"] { claims[name] = token.claims[name] }
    let parts: [JSONValue] = [["alg": "none"], .object(claims), "signature"]
    return parts.map { Base64URL.encode($0.serializedBytes) }.joined(separator: ".")
  }
}
