import Providers
import Standards

/// What a practice provider plays: the descriptor with a value for each option.
struct PracticePlan: Sendable {
  let descriptor: Descriptor
  /// As a user would type them.
  let options: [String: String]
  let values: [String: OptionValue]
  let hosts: HostSet
  /// What the descriptor says of OAuth 2.0, with an address for each step.
  let oauth2: OAuth2Spec?
  /// The client's public key, where it signs.
  let clientKey: JWK?

  /// Takes the given values, then those of `rehearsal`, then the defaults, then invented ones.
  init(_ descriptor: Descriptor, given: [String: String]) throws(RehearsalError) {
    self.descriptor = descriptor
    var options: [String: String] = [:]
    var values: [String: OptionValue] = [:]
    let answered = descriptor.answeredOptions
    let keys = try PracticeKeys(descriptor)
    for option in descriptor.options {
      let known =
        given[option.name] ?? descriptor.rehearsal?.options[option.name] ?? keys.values[option.name]
      let isAnswered = answered.contains(option.name)
      guard let text = try Self.value(of: option, known: known, isAnswered: isAnswered) else {
        continue
      }
      values[option.name] = option.type == .secret ? .secret(Secret(text)) : .text(text)
      // What the service says by itself is not for the user to give.
      if !isAnswered || given[option.name] != nil { options[option.name] = text }
    }
    self.options = options
    self.values = values
    clientKey = keys.publicKey
    oauth2 = descriptor.oauth2.map { PracticeMetadata(descriptor, $0, values).resolved }
    do {
      hosts = try descriptor.hostSet(values)
    } catch {
      throw RehearsalError("\(descriptor.id): \(error)")
    }
  }

  private static func value(
    of option: OptionSpec,
    known: String?,
    isAnswered: Bool
  ) throws(RehearsalError) -> String? {
    do {
      if let known { return try option.checked(known) }
      if let standard = option.standard { return standard }
    } catch {
      throw RehearsalError("option \(option.name) \(error)")
    }
    // A client's identity is always played; other optional things are left out.
    let isPlayed = option.isRequired || option.isClientSecret || option.name == "client_id"
    guard isPlayed || isAnswered else { return nil }
    for candidate in candidates(for: option) {
      if let value = try? option.checked(candidate) { return value }
    }
    if isAnswered { return nil }
    throw RehearsalError(
      "option \(option.name) has a pattern that no invented value fits; give one in rehearsal.options"
    )
  }

  private static func candidates(for option: OptionSpec) -> [String] {
    switch option.type {
    case .enum: option.values
    case .boolean: ["true"]
    case .integer: ["1", "42", "1000"]
    case .url: ["https://\(option.name.replacing("_", with: "-")).practice.example"]
    case .string, .secret:
      option.values + [
        "practice-\(option.name.replacing("_", with: "-"))", "practice", "42",
        "practice.example.com", "user@practice.example", "0123456789abcdef0123456789abcdef",
        "00000000-0000-4000-8000-000000000042", "eu", "us", "A1B2C3D4E5",
      ]
    }
  }

  func text(_ name: String) -> String? {
    switch values[name] {
    case .text(let text): text
    case .secret(let secret): secret.text
    case nil: nil
    }
  }

  /// The URL of an endpoint, `nil` when the descriptor has none.
  func url(_ endpoint: EndpointSpec?) -> URI? {
    endpoint.flatMap { try? $0.url(values)?.expand(values) }
  }

  var resourceBase: URI? {
    if case .urls(let templates) = descriptor.request.base {
      try? templates.first { $0.isComplete(values) }?.expand(values)
    } else {
      nil
    }
  }

  /// Whether this redirect URI says that the page shows a code to type and sends nobody back.
  func showsCode(_ redirect: String) -> Bool {
    descriptor.capture.contains { $0.way == .pin && $0.redirectURI == redirect }
      || redirect == CaptureSpec.outOfBandURI(for: descriptor.kind)
  }

  /// Whether a redirect URI is one of those that the descriptor registers; any port stands for `{port}`.
  func isRegistered(_ redirect: String) -> Bool {
    descriptor.capture.contains { capture in
      let parts = capture.redirectURI.split(separator: "{port}", omittingEmptySubsequences: false)
      guard parts.count == 2 else { return capture.redirectURI == redirect }
      guard redirect.hasPrefix(parts[0]), redirect.hasSuffix(parts[1]),
        redirect.utf8.count > parts[0].utf8.count + parts[1].utf8.count
      else { return false }
      let port = redirect.dropFirst(parts[0].count).dropLast(parts[1].count)
      return port.allSatisfy { "0"..."9" ~= $0 } && UInt16(port) != nil
    }
  }
}

/// Why a rehearsal cannot begin.
package struct RehearsalError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}
