import Providers
package import Standards

/// Turns requests and responses into trace events without their secrets.
package struct Tracer: Sendable {
  let sink: (any TraceSink)?
  package let redactor: Redactor

  /// The longest part of a body that a trace shows, in bytes.
  private static let longestBody = 4096

  package init(sink: (any TraceSink)?, redactor: Redactor) {
    self.sink = sink
    self.redactor = redactor
  }

  /// Whether anybody looks, so that what is made for the trace alone need not be made.
  package var isWatched: Bool { sink != nil }

  package func note(_ step: String, _ text: String) {
    sink?.record(.note(step: step, redactor.redact(text)))
  }

  package func derived(_ step: String, _ name: String, _ formula: String, _ value: String) {
    guard let sink else { return }
    sink.record(
      .derived(step: step, name: name, formula: formula, value: redactor.redact(value))
    )
  }

  /// How the values of a step came about.
  package func derived(_ step: String, _ derivations: [Derivation]) {
    for derivation in derivations {
      let value = derivation.value.map { shown(derivation.name, $0) } ?? "<hidden>"
      derived(step, derivation.name, derivation.formula, value)
    }
  }

  /// How a JWT that was signed here came about.
  func derived(_ step: String, token: String) {
    guard isWatched else { return }
    for derivation in JWT.derivations(of: token) {
      derived(step, "jwt.\(derivation.name)", derivation.formula, derivation.value ?? "<hidden>")
    }
  }

  /// Remembers what came with a callback, so that no later step shows it inside another value.
  func learn(callback: Parameters) {
    for pair in callback.pairs where SecretFields.hides(parameter: pair.nameText) {
      redactor.learn(pair.valueText, as: pair.nameText)
    }
  }

  package func sent(_ step: String, _ request: HTTPRequest) {
    guard let sink else { return }
    let isForm = request.headers["Content-Type"].map(Self.isForm) ?? false
    let message = TraceMessage(
      line: "\(request.method) \(shown(request.url))",
      headers: request.headers.fields.map(shown(header:)),
      fields: isForm ? shown(form: request.body) : [],
      body: isForm ? "" : shown(body: request.body)
    )
    sink.record(.request(step: step, message))
  }

  package func received(_ step: String, _ response: HTTPResponse) {
    // Learned even without a sink: an error message may quote a later answer that repeats them.
    learn(response.body)
    guard let sink else { return }
    let message = TraceMessage(
      headers: response.headers.fields.map(shown(header:)),
      body: shown(body: response.body)
    )
    sink.record(.response(step: step, status: response.status, message))
  }

  private static func isForm(_ contentType: String) -> Bool {
    contentType.lowercased().hasPrefix("application/x-www-form-urlencoded")
  }

  private func shown(_ url: URI) -> String {
    guard let query = url.query, let parameters = try? url.queryParameters() else {
      return redactor.redact(url.text)
    }
    let start = url.text.prefix { $0 != "?" }
    guard !query.isEmpty else { return redactor.redact(url.text) }
    let pairs = parameters.pairs.map { "\($0.nameText)=\(shown($0.nameText, $0.valueText))" }
    return redactor.redact(String(start)) + "?" + pairs.joined(separator: "&")
  }

  private func shown(header field: HTTPField) -> HTTPField {
    guard SecretFields.hides(header: field.name) else {
      return HTTPField(field.name, redactor.redact(field.value))
    }
    // The scheme stays: that it was Basic or OAuth is what the reader wants to know.
    let parts = field.value.split(separator: " ", maxSplits: 1)
    guard parts.count == 2, field.name.lowercased().hasSuffix("authorization") else {
      return HTTPField(field.name, redactor.fingerprint(field.value, as: "hidden"))
    }
    let secret = String(parts[1])
    guard parts[0] == "OAuth" else {
      return HTTPField(field.name, "\(parts[0]) \(redactor.fingerprint(secret, as: "hidden"))")
    }
    return HTTPField(field.name, "OAuth " + shown(protocolParameters: secret))
  }

  /// The parameters of an OAuth 1.0a header (RFC 5849 §3.5.1), the secret ones hidden.
  private func shown(protocolParameters text: String) -> String {
    text.split(separator: ",").map { part in
      let trimmed = part.drop { $0 == " " }
      guard let equals = trimmed.firstIndex(of: "=") else { return redactor.redact(String(part)) }
      let name = String(trimmed[..<equals])
      let value = String(trimmed[trimmed.index(after: equals)...].filter { $0 != "\"" })
      // Decoded, so that the same value has the same fingerprint here and where it was derived.
      let plain = (try? PercentEncoding.decode(value)).map { String(decoding: $0, as: UTF8.self) }
      return "\(name)=\"\(shown(name, plain ?? value))\""
    }.joined(separator: ", ")
  }

  private func shown(form body: [UInt8]) -> [HTTPField] {
    guard let parameters = try? FormEncoding.decode(body) else { return [] }
    return parameters.pairs.map {
      HTTPField($0.nameText, shown($0.nameText, $0.valueText))
    }
  }

  private func shown(_ name: String, _ value: String) -> String {
    guard SecretFields.hides(parameter: name), !value.isEmpty, value != "oob" else {
      return redactor.redact(value)
    }
    return redactor.fingerprint(value, as: name)
  }

  private func shown(body: [UInt8]) -> String {
    guard !body.isEmpty else { return "" }
    if let value = try? JSONReader.read(body) {
      return redactor.redact(hidden(value).prettyPrinted)
    }
    let text = String(decoding: body.prefix(Self.longestBody), as: UTF8.self)
    let cut = body.count > Self.longestBody ? "… (\(body.count) bytes)" : ""
    return redactor.redact(hidden(text)) + cut
  }

  /// A body that is neither JSON nor declared a form may still be one (RFC 5849 §2.1 answers).
  private func hidden(_ text: String) -> String {
    guard text.contains("="), !text.contains("<"),
      let parameters = try? FormEncoding.decode(text.utf8)
    else { return text }
    return parameters.pairs.map { "\($0.nameText)=\(shown($0.nameText, $0.valueText))" }
      .joined(separator: "&")
  }

  private func hidden(_ value: JSONValue) -> JSONValue {
    switch value {
    case .object(let object):
      var result = JSONObject()
      for member in object.members {
        if case .string(let text) = member.value {
          result[member.name] = .string(
            Self.looksLikeToken(text) && !SecretFields.hides(parameter: member.name)
              ? redactor.fingerprint(text, as: "hidden") : shown(member.name, text)
          )
        } else {
          result[member.name] = hidden(member.value)
        }
      }
      return .object(result)
    case .array(let values): return .array(values.map(hidden))
    default: return value
    }
  }

  /// Whether an answer's value may be a token under a name of the provider's own: long, and neither
  /// prose nor an address.
  private static func looksLikeToken(_ text: String) -> Bool {
    text.utf8.count >= 20 && !text.contains("://")
      && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
      && text.utf8.contains { (0x30...0x39).contains($0) }
  }

  private func learn(_ body: [UInt8]) {
    if let value = try? JSONReader.read(body) {
      learn(value)
    } else if let parameters = try? FormEncoding.decode(body) {
      for pair in parameters.pairs where SecretFields.hides(parameter: pair.nameText) {
        redactor.learn(pair.valueText, as: pair.nameText)
      }
    }
  }

  private func learn(_ value: JSONValue) {
    switch value {
    case .object(let object):
      for member in object.members {
        if case .string(let text) = member.value {
          if SecretFields.hides(parameter: member.name) {
            redactor.learn(text, as: member.name)
          } else if Self.looksLikeToken(text) {
            redactor.learn(text, as: "hidden")
          }
        } else {
          learn(member.value)
        }
      }
    case .array(let values): values.forEach(learn)
    default: break
    }
  }
}
