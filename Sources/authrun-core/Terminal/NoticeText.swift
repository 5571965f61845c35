import Login
import Standards

/// What a login says to the user, in words.
struct NoticeText: Sendable {
  let style: Style
  let environment: Environment
  /// The code with the address of a device login, where there is one and room for it.
  var qrCode: QRCode?

  func lines(_ notice: LoginNotice) -> [String] {
    switch notice {
    case .firstUse(let provider, let hosts, let options):
      firstUse(provider: provider, hosts: hosts, options: options)
    case .replacesShipped(let provider, let file):
      [
        VisibleText.line(
          "Note: \(file) is used instead of the \(provider) that came with authrun."
        )
      ]
    case .vaultCreated(let path, let keySource, let remark):
      vaultCreated(path: path, keySource: keySource, remark: remark)
    case .authorize(let url, let redirectURI, let capture):
      authorize(url: url, redirectURI: redirectURI, capture: capture)
    case .device(let code, let url, let complete):
      device(code: code, url: url, complete: complete)
    case .callbackRejected(let reason):
      ["Ignored an answer: \(VisibleText.line(reason)). Still waiting for the right one."]
    case .waiting: []
    case .step(let step): [style.faint(Self.words(step))]
    case .warning(let text): ["Warning: \(VisibleText.of(text))"]
    }
  }

  /// What a step with the provider is for.
  private static func words(_ step: String) -> String {
    switch step {
    case "request_token": "Asking the provider for a request token."
    case "token", "access_token": "Exchanging the answer for a token."
    case "registration": "Registering with the provider."
    case "verify": "Trying it."
    case "login": "Logging in."
    case "identity": "Asking who this is."
    default: "Step: \(VisibleText.line(step))."
    }
  }

  private func vaultCreated(path: String, keySource: String, remark: String?) -> [String] {
    var lines = [
      "Made a vault for your credentials: \(path)", "  Its key comes from \(keySource).",
    ]
    if let remark { lines.append("  (Not from your keyring: \(remark).)") }
    lines.append("  “authrun vault rekey --key SOURCE” changes that.")
    return lines.map(VisibleText.line)
  }

  private func device(code: String, url: URI, complete: URI?) -> [String] {
    var lines = [
      "On any device, visit this address and enter the code:", "", "  \(style.accent(url.text))",
      "  \(style.bold(VisibleText.line(code)))", "",
    ]
    if let complete { lines += ["Or with the code in it:", "", "  \(complete.text)", ""] }
    if let qrCode { lines += qrCode.lines(style: style) + [""] }
    return lines
  }

  private func firstUse(provider: String, hosts: [String], options: [String]) -> [String] {
    var lines = ["First login with \(provider), a descriptor of your own. It may reach:"]
    lines += hosts.map { "  \($0)" }
    if !options.isEmpty {
      lines.append("and uses the options \(options.joined(separator: ", ")).")
    }
    return lines.map(VisibleText.line)
  }

  private func authorize(url: URI, redirectURI: String, capture: String) -> [String] {
    var lines = ["Visit this address to log in:", "", "  \(style.accent(url.text))", ""]
    guard capture == "loopback" else { return lines }
    if let uri = try? URI(redirectURI),
      let tunnel = TunnelHint.line(redirectURI: uri, environment: environment)
    {
      lines += [
        "The browser will come back to \(redirectURI), on this machine. If it runs on another,",
        "run this there first, or paste the address it ended at here:",
        "",
        "  \(tunnel)",
        "",
      ]
    }
    return lines
  }
}
