/// Looks through the texts of a descriptor, whatever field they are in, for mistakes of others before.
struct DeclaredLints {
  private let texts: DeclaredTexts

  init(_ texts: DeclaredTexts) {
    self.texts = texts
  }

  var lints: [DescriptorLints.Lint] {
    texts.urls.flatMap(urlLints) + texts.hosts.flatMap(hostLints) + sameURLs
      + texts.parameters.flatMap(parameterLints)
  }

  private func warn(_ path: FieldPath, _ message: String) -> DescriptorLints.Lint {
    DescriptorLints.Lint(
      level: .warning,
      field: path.description,
      message: "\(path) \(message)"
    )
  }

  private func urlLints(_ entry: DeclaredTexts.Entry) -> [DescriptorLints.Lint] {
    let afterScheme =
      entry.text.firstRange(of: "://").map { entry.text[$0.upperBound...] } ?? entry.text[...]
    var lints: [DescriptorLints.Lint] = []
    let path = afterScheme.prefix { $0 != "?" }
    if path.contains("//") { lints.append(warn(entry.path, "has a double slash in its path")) }
    // Names of options are in lower case, so a capital is the host's own.
    if hasCapitals(afterScheme.prefix { !"/?".contains($0) }) {
      lints.append(warn(entry.path, "has capital letters in its host"))
    }
    let end = path.split(separator: "/").last ?? ""
    if let warning = ServiceLints.warning(of: afterScheme) {
      lints.append(warn(entry.path, warning))
    }
    let step = step(of: entry.path)
    if step == "token", ["authorize", "authorise"].contains(end) {
      lints.append(warn(entry.path, "ends like the page for the user: \(end)"))
    }
    if step == "authorize", ["token", "access_token"].contains(end) {
      lints.append(warn(entry.path, "ends like the token endpoint: \(end)"))
    }
    return lints
  }

  private func hostLints(_ entry: DeclaredTexts.Entry) -> [DescriptorLints.Lint] {
    let warning = ServiceLints.warning(of: entry.text[...]).map { [warn(entry.path, $0)] } ?? []
    return warning
      + (hasCapitals(entry.text) ? [warn(entry.path, "has capital letters in its host")] : [])
  }

  private func hasCapitals(_ text: some StringProtocol) -> Bool {
    text.utf8.contains { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }
  }

  /// The endpoint that a path belongs to: `token` for `oauth2.token` and `oauth2.token.url`.
  private func step(of path: FieldPath) -> String? {
    guard path.steps.count >= 2, case .key(let step) = path.steps[1] else { return nil }
    return step
  }

  /// Two endpoints of different purposes at one address; the pair of page and token is told elsewhere.
  private var sameURLs: [DescriptorLints.Lint] {
    var lints: [DescriptorLints.Lint] = []
    let endpoints = texts.urls.filter { entry in
      let known = ["authorize", "token", "revoke", "device", "par", "introspect", "userinfo"]
      return entry.path.steps.first == .key("oauth2")
        && step(of: entry.path).map(known.contains) == true
    }
    // The first step that has the address; a list may name one more often than anybody compares.
    var steps: [String: String] = [:]
    for entry in endpoints {
      let step = step(of: entry.path) ?? ""
      guard let first = steps[entry.text] else {
        steps[entry.text] = step
        continue
      }
      guard first != step, Set([first, step]) != ["authorize", "token"] else { continue }
      lints.append(
        warn(
          FieldPath(steps: Array(entry.path.steps.prefix(2))),
          "is the same URL as oauth2.\(first)"
        )
      )
    }
    return lints
  }

  private func parameterLints(_ entry: DeclaredTexts.Entry) -> [DescriptorLints.Lint] {
    guard case .key(let name)? = entry.path.steps.last else { return [] }
    let lowered = name.lowercased()
    if Self.parameterNames.contains(entry.text), Self.parameterValues.contains(lowered) {
      return [warn(entry.path, "has its name and its value in each other's place")]
    }
    let isSecret = Self.secretNames.contains { lowered.replacing("-", with: "_").hasSuffix($0) }
    guard isSecret, !entry.text.isEmpty, !entry.text.contains("{") else { return [] }
    return [
      warn(entry.path, "is written down for everybody to read: make it an option of type secret")
    ]
  }

  private static let parameterNames: Set = [
    "access_type", "approval_prompt", "display", "duration", "prompt", "response_mode",
  ]
  private static let parameterValues: Set = [
    "consent", "offline", "online", "login", "none", "permanent", "select_account", "form_post",
    "force", "page", "popup",
  ]
  private static let secretNames = [
    "secret", "password", "api_key", "apikey", "access_token", "private_key",
  ]
}
