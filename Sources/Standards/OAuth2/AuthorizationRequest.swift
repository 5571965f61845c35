/// How a provider's authorize URL departs from RFC 6749 §4.1.1; the defaults depart in nothing.
package struct AuthorizationRules: Hashable, Sendable {
  package var endpoint: URI
  /// Constant parameters, new and dropped names; the rest of the rules plays no part in a URL.
  package var rules: EndpointRules
  package var responseType: String
  package var scopeSeparator: String
  /// Writes the separator as it is, for providers that want a literal `+`.
  package var separatorIsEncoded: Bool
  package var pkce: PKCE.Use
  /// Puts the parameters into the URL's fragment, for providers whose page is one script.
  package var parametersInFragment: Bool
  /// Sorts the parameters by name.
  package var sortsParameters: Bool

  package init(
    endpoint: URI,
    rules: EndpointRules = EndpointRules(),
    responseType: String = "code",
    scopeSeparator: String = " ",
    separatorIsEncoded: Bool = false,
    pkce: PKCE.Use = .optional,
    parametersInFragment: Bool = false,
    sortsParameters: Bool = false
  ) {
    self.endpoint = endpoint
    self.rules = rules
    self.responseType = responseType
    self.scopeSeparator = scopeSeparator
    self.separatorIsEncoded = separatorIsEncoded
    self.pkce = pkce
    self.parametersInFragment = parametersInFragment
    self.sortsParameters = sortsParameters
  }
}

/// One authorization request: what goes into the URL that the user opens (RFC 6749 §4.1.1).
package struct AuthorizationRequest: Sendable {
  package var clientID: String
  /// Byte for byte as the provider knows it.
  package var redirectURI: String
  package var scopes: [String]
  package var state: Secret
  package var challenge: String?
  /// Parameters of the flow beside the standard ones, such as `nonce`.
  package var additional: Parameters

  package init(
    clientID: String,
    redirectURI: String,
    scopes: [String],
    state: Secret,
    challenge: String?,
    additional: Parameters = Parameters()
  ) {
    self.clientID = clientID
    self.redirectURI = redirectURI
    self.scopes = scopes
    self.state = state
    self.challenge = challenge
    self.additional = additional
  }

  /// Names that constants of a descriptor cannot set, since the login's safety hangs on them.
  private static let guarded: Set = [
    "redirect_uri", "state", "code_challenge", "code_challenge_method", "nonce",
  ]

  /// The URL for the user; the endpoint's own query stays, byte for byte.
  ///
  /// A parameter that holds one of the `withheld` secrets is an error of the configuration.
  package func url(
    _ rules: AuthorizationRules,
    withheld: [Secret] = []
  ) throws(ProtocolFailure) -> URI {
    var parameters = rules.rules.applied(to: standard(rules), guarding: Self.guarded)
    if rules.sortsParameters {
      parameters.pairs.sort { $0.name.lexicographicallyPrecedes($1.name) }
    }
    // What the flow makes itself holds no secret but by chance, and short secrets are met by chance.
    let made = Self.guarded.map { rules.rules.rename[$0] ?? $0 }
    for pair in parameters.pairs
    where !made.contains(pair.nameText) && withheld.contains(where: { $0.isPart(of: pair.value) }) {
      throw ProtocolFailure(
        .misconfigured,
        "the parameter \(pair.nameText) would show a secret in the authorize URL"
      )
    }
    return try Self.url(rules, parameters, scopeName: rules.rules.rename["scope"] ?? "scope")
  }

  private func standard(_ rules: AuthorizationRules) -> Parameters {
    var result = Parameters()
    result.append("response_type", rules.responseType)
    result.append("client_id", clientID)
    result.append("redirect_uri", redirectURI)
    if !scopes.isEmpty {
      result.append("scope", scopes.joined(separator: rules.scopeSeparator))
    }
    result.append("state", state.text)
    if let challenge {
      result.append("code_challenge", challenge)
      result.append("code_challenge_method", PKCE.method)
    }
    result.pairs += additional.pairs
    return result
  }

  private static func url(
    _ rules: AuthorizationRules,
    _ parameters: Parameters,
    scopeName: String
  ) throws(ProtocolFailure) -> URI {
    guard rules.separatorIsEncoded || rules.parametersInFragment else {
      return rules.endpoint.appendingQuery(parameters)
    }
    let pairs = parameters.pairs.map { pair in
      let keepsSeparator = rules.separatorIsEncoded && pair.nameText == scopeName
      let value =
        keepsSeparator
        ? encoded(pair.valueText, keeping: rules.scopeSeparator)
        : PercentEncoding.encode(pair.value)
      return "\(PercentEncoding.encode(pair.name))=\(value)"
    }
    let text = rules.endpoint.text
    let added = pairs.joined(separator: "&")
    let (head, fragment) = split(text)
    let joined: String
    if rules.parametersInFragment {
      let place = fragment ?? ""
      joined = "\(head)#\(place)\(separator(after: place))\(added)"
    } else {
      joined = "\(head)\(separator(after: head))\(added)" + (fragment.map { "#\($0)" } ?? "")
    }
    do {
      return try URI(joined)
    } catch {
      throw ProtocolFailure(.misconfigured, "the authorize URL cannot be built")
    }
  }

  /// Every scope encoded, the separator between them as it is.
  private static func encoded(_ value: String, keeping separator: String) -> String {
    guard !separator.isEmpty else { return PercentEncoding.encode(value) }
    return value.parts(separatedBy: separator)
      .map { PercentEncoding.encode($0) }
      .joined(separator: separator)
  }

  private static func split(_ text: String) -> (head: String, fragment: String?) {
    guard let mark = text.firstIndex(of: "#") else { return (text, nil) }
    return (String(text[..<mark]), String(text[text.index(after: mark)...]))
  }

  private static func separator(after text: String) -> String {
    guard text.contains("?") else { return "?" }
    return text.hasSuffix("?") || text.hasSuffix("&") ? "" : "&"
  }
}

extension Secret {
  /// Whether `value` shows this secret; an empty secret shows nowhere, a short one only by itself.
  fileprivate func isPart(of value: [UInt8]) -> Bool {
    let needle = bytes
    guard needle.count >= 8 else { return !needle.isEmpty && value == needle }
    guard value.count >= needle.count else { return false }
    return value.indices.contains { value[$0...].starts(with: needle) }
  }
}
