import Login
import Standards
import Testing

@testable import authrun_core

@Suite
struct ErrorReportTests {
  private let refused = AuthRunError(
    .invalidGrant,
    "refresh token revoked",
    provider: "spotify",
    account: "default",
    step: "token",
    hint: "log in again: authrun spotify",
    providerError: "invalid_grant"
  )

  @Test
  func `the line names account, step, provider's code and cause, then the hint`() {
    #expect(
      ErrorReport(error: refused).lines(style: .plain) == [
        "authrun: spotify/default: token: invalid_grant: refresh token revoked",
        "  log in again: authrun spotify",
      ]
    )
  }

  @Test
  func `what is not known is left out of the line`() {
    #expect(
      ErrorReport(error: AuthRunError(.vault, "cannot be read", provider: "acme"))
        .lines(style: .plain) == ["authrun: acme: cannot be read"]
    )
  }

  @Test
  func `a descriptor's fault begins with file and line`() {
    let error = AuthRunError(
      .descriptorInvalid,
      "unknown key “scops”",
      hint: "did you mean “scopes”",
      location: "acme.lua:17"
    )
    #expect(
      ErrorReport(error: error).lines(style: .plain) == [
        "authrun: acme.lua:17: unknown key “scops”", "  did you mean “scopes”",
      ]
    )
  }

  @Test
  func `the object has every member, null where nothing is known`() {
    #expect(
      ErrorReport(error: refused).json.serialized
        == #"{"error":{"code":"invalid_grant","provider":"spotify","account":"default","#
        + #""step":"token","message":"refresh token revoked","#
        + #""hint":"log in again: authrun spotify","provider_error":"invalid_grant"}}"#
    )
    #expect(
      ErrorReport(error: AuthRunError(.internal, "x")).json.serialized
        == #"{"error":{"code":"internal","provider":null,"account":null,"step":null,"#
        + #""message":"x","hint":null}}"#
    )
  }

  @Test
  func `the place in a script comes after account and step`() {
    let error = AuthRunError(
      .protocol,
      "attempt to index a nil value",
      provider: "acme",
      account: "default",
      step: "login",
      location: "acme.lua:17"
    )
    #expect(
      ErrorReport(error: error).lines(style: .plain)
        == ["authrun: acme/default: login: acme.lua:17: attempt to index a nil value"]
    )
  }

  @Test
  func `several faults are all listed, in one object`() {
    var error = AuthRunError(.descriptorInvalid, "one", location: "a.lua:1")
    error.problems = ["a.lua:1: one", "a.lua:2: two"]
    let report = ErrorReport(error: error)
    #expect(report.lines(style: .plain) == ["authrun: a.lua:1: one", "authrun: a.lua:2: two"])
    #expect(report.json["error"]?["message"]?.string == "one")
    #expect(report.json["error"]?["problems"]?.array == ["a.lua:1: one", "a.lua:2: two"])
  }

  @Test
  func `a provider's text cannot command the terminal`() {
    let error = AuthRunError(.accessDenied, "no\u{1B}[2J", providerError: "x\u{1B}]0;t\u{7}")
    let lines = ErrorReport(error: error).lines(style: .plain)
    #expect(!lines.joined().unicodeScalars.contains { $0.value < 0x20 })
  }

  @Test
  func `a usage error shows the command's synopsis`() {
    let error = UsageError("ACCOUNT is missing", hint: "h", command: TokenCommand.spec).reported
    #expect(error.code == .usage)
    #expect(error.hint == "h\nusage: authrun token ACCOUNT")
  }
}
