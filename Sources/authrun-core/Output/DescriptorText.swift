import Providers
import Standards

/// A descriptor for people: what to prepare, what it reaches, what it gives up.
struct DescriptorText {
  let descriptor: Descriptor
  let isShipped: Bool
  /// Whether a descriptor of the same id came with authrun and is not this one.
  var replacesShipped = false
  let style: Style

  var lines: [String] {
    let facts = DescriptorFacts(descriptor: descriptor)
    var lines = [
      "\(style.bold(VisibleText.line(descriptor.name))) (\(descriptor.id)), \(kind)",
      "  file  \(VisibleText.line(descriptor.source.path))\(isShipped ? " (came with authrun)" : "")",
    ]
    if let docs = descriptor.docs { lines.append("  docs  \(VisibleText.line(docs))") }
    let trust = TrustStatement(descriptor, replacesShipped: replacesShipped)
    lines += section("What it can do", trust.sentences)
    lines += section("Options", options)
    lines += section("Scopes", facts.scopes.isEmpty ? [] : [facts.scopes.joined(separator: " ")])
    lines += section(
      "Ways to get the answer, with the redirect URI to register",
      table(usesBrowser ? descriptor.capture.map { [$0.way.rawValue, redirect($0)] } : [])
    )
    lines += section("Endpoints", table(facts.endpoints.map { [$0.name, $0.method, $0.url] }))
    lines += section("API", facts.base.map { [$0] } ?? [])
    lines += section("Reaches only", DescriptorSummary(descriptor, isShipped: isShipped).hosts)
    lines += section("Runs these functions of the file", hooks)
    lines += section(
      "Gives up",
      descriptor.loosened.map { "\($0.field): \($0.consequence)" }
    )
    return lines
  }

  private var kind: String {
    switch descriptor.kind {
    case .oauth1: "OAuth 1.0a"
    case .oauth2: "OAuth 2.0"
    case .oidc: "OpenID Connect"
    case .clientCredentials: "OAuth 2.0 client credentials"
    case .jwt: "tokens signed by the client"
    case .apiKey: "a fixed key"
    case .basic: "a user name and a password"
    case .custom: "a workflow of its own"
    }
  }

  /// Whether a browser takes part, as far as can be told without running the file.
  private var usesBrowser: Bool {
    switch descriptor.kind {
    case .oauth1: true
    case .oauth2, .oidc: !descriptor.capture.isEmpty
    case .clientCredentials, .jwt, .apiKey, .basic: false
    case .custom: descriptor.capture != [.standard(.loopback, for: .custom)]
    }
  }

  private var hooks: [String] {
    let names = descriptor.hooks.map(\.rawValue).sorted()
    return names.isEmpty ? [] : [names.joined(separator: ", ")]
  }

  private var options: [String] {
    table(
      descriptor.options.map { option in
        [
          option.name, need(of: option), option.environmentName(provider: descriptor.id),
          option.help ?? "",
        ]
      }
    )
  }

  private func need(of option: OptionSpec) -> String {
    let type = option.values.isEmpty ? option.type.rawValue : option.values.joined(separator: "|")
    if let standard = option.standard {
      return "\(type), default \(ProviderText.shortened(standard, limit: 40))"
    }
    return option.isRequired ? "\(type), required" : type
  }

  /// The redirect URI to register: without a port where any will do (RFC 8252 §7.3).
  private func redirect(_ capture: CaptureSpec) -> String {
    if capture.way == .device { return "none: a code is typed on any device" }
    guard capture.needsPort else { return capture.redirectURI }
    let registered = capture.redirectURI.replacing(":{port}", with: "")
    return "\(registered)  (a login adds a free port)"
  }

  private func section(_ title: String, _ content: [String]) -> [String] {
    content.isEmpty ? [] : ["", title] + content.map { "  \(VisibleText.line($0))" }
  }

  private func table(_ rows: [[String]]) -> [String] {
    guard let first = rows.first else { return [] }
    var table = Table(header: first.map(VisibleText.line))
    for row in rows.dropFirst() {
      table.add(row)
    }
    return table.lines
  }
}
