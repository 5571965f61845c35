import Standards
import Testing

@Suite
struct AuthorizationResponseTests {
  private static func judge(
    _ query: String,
    rules: CallbackRules = CallbackRules()
  ) throws -> AuthorizationResponse.Judgement {
    AuthorizationResponse.judge(
      try FormEncoding.decode(query),
      state: Secret("s"),
      rules: rules
    )
  }

  private static func refusal(
    _ query: String,
    rules: CallbackRules = CallbackRules()
  ) throws -> ProtocolFailure? {
    guard case .refused(let failure) = try judge(query, rules: rules) else { return nil }
    return failure
  }

  private static func response(
    _ query: String,
    rules: CallbackRules = CallbackRules()
  ) throws -> AuthorizationResponse? {
    guard case .response(let response) = try judge(query, rules: rules) else { return nil }
    return response
  }

  @Test(arguments: [
    "code=GOOD&code=EVIL&state=s", "state=s&state=t&code=c", "state=s&state=s&code=c",
    "code=c&state=s&iss=a&iss=a", "error=a&error=b&state=s", "code=c&state=s&realmId=1&realmId=2",
  ])
  func `a repeated name is rejected and neither value wins`(_ query: String) throws {
    guard case .rejected = try Self.judge(query) else {
      Issue.record("not rejected")
      return
    }
  }

  @Test(arguments: [
    "code=c", "code=c&state=", "code=c&state=S", "code=c&state=s2", "error=access_denied",
    "error=access_denied&state=x", "",
  ])
  func `nothing without this login's state counts, not even an error`(_ query: String) throws {
    guard case .rejected = try Self.judge(query) else {
      Issue.record("not rejected")
      return
    }
  }

  @Test
  func `a missing state needs the descriptor's word and a wrong one is never taken`() throws {
    let rules = CallbackRules(allowsMissingState: true)
    #expect(try Self.response("code=c", rules: rules)?.code.text == "c")
    guard case .rejected = try Self.judge("code=c&state=x", rules: rules) else {
      Issue.record("not rejected")
      return
    }
  }

  @Test(arguments: [
    ("access_denied", ProtocolFailure.Kind.accessDenied), ("server_error", .serviceUnavailable),
    ("temporarily_unavailable", .serviceUnavailable), ("unauthorized_client", .invalidClient),
    ("invalid_scope", .providerRefused), ("", .providerRefused),
  ])
  func `an error with the right state ends the login`(
    _ error: String,
    _ kind: ProtocolFailure.Kind
  ) throws {
    let failure = try Self.refusal("error=\(error)&error_description=No+thanks&state=s&code=c")
    #expect(failure?.kind == kind)
    #expect(failure?.providerError == error)
    #expect(failure?.providerDescription == "No thanks")
  }

  @Test(arguments: ["state=s", "code=&state=s"])
  func `a callback without a code says so and the wait goes on`(_ query: String) throws {
    guard case .rejected(let reason) = try Self.judge(query) else {
      Issue.record("not rejected")
      return
    }
    #expect(reason.contains("code is missing"))
  }

  @Test(arguments: [
    ("4%2F0AX", "4/0AX"), ("4/0AX", "4/0AX"), ("a%2Bb", "a+b"), ("a%252Fb", "a%2Fb"),
  ])
  func `the code is decoded once`(_ sent: String, _ code: String) throws {
    #expect(try Self.response("code=\(sent)&state=s")?.code.text == code)
  }

  @Test(arguments: [
    ("code=c&state=s&iss=https%3A%2F%2Fas.test", true), ("code=c&state=s", true),
    ("code=c&state=s&iss=https%3A%2F%2Fas.test%2F", false),
    ("code=c&state=s&iss=https%3A%2F%2Fevil.test", false),
    ("error=access_denied&state=s&iss=https%3A%2F%2Fevil.test", false),
    ("code=c&state=s&iss=", false),
  ])
  func `the issuer is compared byte for byte, on errors too`(
    _ query: String,
    _ isFine: Bool
  ) throws {
    let rules = CallbackRules(issuer: "https://as.test")
    if isFine {
      #expect(try Self.response(query, rules: rules) != nil)
    } else {
      #expect(try Self.refusal(query, rules: rules)?.kind == .issuerMismatch)
    }
  }

  @Test(arguments: ["code=c&state=s", "error=access_denied&state=s"])
  func `an issuer that was announced must come`(_ query: String) throws {
    let rules = CallbackRules(issuer: "https://as.test", requiresIssuer: true)
    #expect(try Self.refusal(query, rules: rules)?.kind == .issuerMismatch)
  }

  @Test
  func `fields may have the provider's names`() throws {
    let rules = CallbackRules(
      codeField: "auth_code",
      errorField: "error_code",
      errorDescriptionField: "error_message"
    )
    #expect(try Self.response("auth_code=c&state=s", rules: rules)?.code.text == "c")
    let failure = try Self.refusal(
      "error_code=200&error_message=Permissions+error&state=s",
      rules: rules
    )
    #expect(failure?.providerError == "200")
    #expect(failure?.providerDescription == "Permissions error")
  }

  @Test
  func `what comes along is kept`() throws {
    let response = try Self.response("realmId=42&code=c&state=s&scope=a+b")
    #expect(response?.extras == Parameters([("realmId", "42"), ("scope", "a b")]))
  }

  @Test
  func `a payload of JSON is unpacked and judged like the rest`() throws {
    let rules = CallbackRules(payloadField: "payload")
    let query =
      "payload=%7B%22code%22%3A%22C%22%2C%22state%22%3A%22s%22%2C%22device_id%22%3A%22D%22%7D"
    let response = try Self.response(query, rules: rules)
    #expect(response?.code.text == "C")
    #expect(response?.extras.first("device_id") == "D")
    #expect(try Self.response("code=C&state=s", rules: rules)?.code.text == "C")
    guard case .rejected = try Self.judge("\(query)&code=D", rules: rules) else {
      Issue.record("not rejected")
      return
    }
  }

  @Test
  func `the fragment is read only for modes that use it and never merged`() throws {
    let query = CallbackRules()
    #expect(
      try query.parameters(of: try URI("https://h/cb?code=c&state=s#_=_"))
        == Parameters([("code", "c"), ("state", "s")])
    )
    #expect(
      try query.parameters(of: try URI("https://h/cb?state=s#code=EVIL"))
        == Parameters([("state", "s")])
    )
    let fragment = CallbackRules(readsFragment: true)
    #expect(
      try fragment.parameters(of: try URI("https://h/cb?code=EVIL#code=c&state=s"))
        == Parameters([("code", "c"), ("state", "s")])
    )
  }
}
