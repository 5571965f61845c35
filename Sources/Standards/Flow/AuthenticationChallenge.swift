/// One challenge of a `WWW-Authenticate` field (RFC 9110 §11.6.1).
package struct AuthenticationChallenge: Hashable, Sendable {
  /// The scheme as written; compare with `isScheme`, which ignores case.
  package let scheme: String
  /// The single value that some schemes have in place of parameters.
  package let token68: String?
  /// Parameter names in lower case with their values, quoting undone.
  package let parameters: [Parameter]

  /// A named value of a challenge.
  package struct Parameter: Hashable, Sendable {
    package let name: String
    package let value: String
  }

  package func isScheme(_ name: String) -> Bool {
    ASCII.equalIgnoringCase(scheme, name)
  }

  /// The value of a parameter that stands exactly once; `nil` when it is absent or repeated.
  package subscript(name: String) -> String? {
    let found = parameters.filter { $0.name == name }
    return found.count == 1 ? found.first?.value : nil
  }

  /// Reads the challenges of all `WWW-Authenticate` fields of a response.
  ///
  /// What cannot be read ends the field it stands in; challenges before it are kept, since a provider's
  /// odd field must not hide the reason it gives elsewhere.
  package static func all(of response: HTTPResponse) -> [AuthenticationChallenge] {
    response.headers.values("WWW-Authenticate").flatMap { parse($0) }
  }

  /// Reads the challenges of one field value.
  package static func parse(_ value: String) -> [AuthenticationChallenge] {
    var scanner = ChallengeScanner(value)
    var result: [AuthenticationChallenge] = []
    while let challenge = scanner.challenge() {
      result.append(challenge)
    }
    return result
  }
}

/// What a protected resource says about a refused bearer token (RFC 6750 §3).
package struct BearerChallenge: Hashable, Sendable {
  package let realm: String?
  /// The scopes that the resource asks for.
  package let scope: [String]
  /// `invalid_request`, `invalid_token`, `insufficient_scope`, or another code.
  package let error: String?
  package let errorDescription: String?

  /// The first bearer challenge of a response; `nil` when there is none.
  package init?(_ response: HTTPResponse) {
    let challenges = AuthenticationChallenge.all(of: response)
    guard let challenge = challenges.first(where: { $0.isScheme("Bearer") }) else { return nil }
    realm = challenge["realm"]
    scope = challenge["scope"]?.split(separator: " ").map(String.init) ?? []
    error = challenge["error"]
    errorDescription = challenge["error_description"].map { ProviderText.shortened($0) }
  }

  /// Whether a fresh access token could help (RFC 6750 §3.1).
  package var asksForNewToken: Bool { error == "invalid_token" || error == nil }
}
