import Foundation
import Login
import Rehearsal
import Standards
import TestSupport
import Testing

@Suite
struct CaseRunTests {
  /// A login that is written by hand, as an author would.
  private static func file(
    token: String = #"{"access_token":"T","expires_in":3600,"refresh_token":"R"}"#,
    form: String =
      #""grant_type":"authorization_code","code":"C","redirect_uri":"http://127.0.0.1:8910/callback","code_verifier":"{any}","client_id":"id","client_secret":"secret""#,
    expect: String =
      #""expect":{"access_token":"T","expires_at":"2026-01-01T01:00:00Z","identity":{"id":"7","name":"Ada"}}"#
  ) throws -> CaseFile {
    let text = """
      {"provider":"shop","options":{"client_id":"id","client_secret":"secret"},"cases":[
        {"name":"login","do":"login","steps":[
          {"browser":"https://shop.example/a?response_type=code&client_id=id&redirect_uri=http%3A%2F%2F127.0.0.1%3A8910%2Fcallback&scope=read&state={any}&code_challenge={any}&code_challenge_method=S256",
           "callback":{"code":"C","state":"{state}"}},
          {"request":{"method":"POST","url":"https://shop.example/t","headers":{"accept":"application/json"},"form":{\(form)}},
           "reply":{"json":\(token)}},
          {"request":{"method":"GET","url":"https://api.shop.example/me","headers":{"accept":"application/json","authorization":"Bearer T"}},
           "reply":{"json":{"id":7,"name":"Ada"}}}],
         \(expect)}]}
      """
    return try CaseFile(json: Array(text.utf8))
  }

  @Test
  func `a login that goes as it is written passes, without network`() async throws {
    let outcomes = try await CaseHome(CaseHome.oauth2).run(Self.file())
    #expect(outcomes.flatMap(\.faults) == [], "\(outcomes.map(\.observed))")
  }

  @Test
  func `a field that is sent otherwise is named, with what was sent`() async throws {
    let form =
      #""grant_type":"authorization_code","code":"other","redirect_uri":"http://127.0.0.1:8910/callback","code_verifier":"{any}","client_id":"id","client_secret":"secret""#
    let outcome = try #require(await CaseHome(CaseHome.oauth2).run(Self.file(form: form)).first)
    let fault = try #require(outcome.faults.first)
    #expect(fault.step == 2 && fault.message == "the request differs")
    #expect(fault.differences.map(\.part) == ["form code"])
    #expect(fault.differences.first?.expected == "other")
    #expect(fault.differences.first?.actual == "C")
  }

  @Test
  func `a field that is missing or too much is named`() async throws {
    let form = #""grant_type":"authorization_code","extra":"1""#
    let outcome = try #require(await CaseHome(CaseHome.oauth2).run(Self.file(form: form)).first)
    let parts = outcome.faults.flatMap(\.differences)
    #expect(parts.first { $0.part == "form extra" }?.actual == nil)
    #expect(parts.first { $0.part == "form client_secret" }?.expected == nil)
  }

  @Test
  func `a credential that is another fails the case, member by member`() async throws {
    let expect = #""expect":{"access_token":"U","refresh_token":null}"#
    let outcome = try #require(await CaseHome(CaseHome.oauth2).run(Self.file(expect: expect)).first)
    let parts = outcome.faults.flatMap(\.differences)
    #expect(parts.map(\.part) == ["access_token", "refresh_token"])
    #expect(parts.map(\.actual) == [#""T""#, #""R""#])
  }

  @Test
  func `an error that is expected passes, and one that is not fails`() async throws {
    let token = #"{"error":"invalid_grant"}"#
    let home = try CaseHome(CaseHome.oauth2)
    let fails = try #require(await home.run(Self.file(token: token)).first)
    #expect(fails.faults.contains { $0.message.hasPrefix("fails instead: token: invalid_grant") })
    let expect = #""error":{"code":"invalid_grant","step":"token"}"#
    let file = try Self.file(token: token, expect: expect)
    var shorter = file
    shorter.cases[0].steps.removeLast()
    #expect(await home.run(shorter).flatMap(\.faults) == [])
    // The step after the error never happens, and that is a fault too.
    let longer = await home.run(file).flatMap(\.faults)
    #expect(longer.map(\.message) == ["did not happen: GET https://api.shop.example/me"])
  }

  @Test
  func `a request that no step expects is named`() async throws {
    var file = try Self.file()
    file.cases[0].steps.remove(at: 1)
    let faults = try await CaseHome(CaseHome.oauth2).run(file).flatMap(\.faults)
    #expect(faults.first?.differences.first?.part == "method")
    var none = try Self.file()
    none.cases[0].steps.removeSubrange(1...)
    let missing = try await CaseHome(CaseHome.oauth2).run(none).flatMap(\.faults)
    #expect(missing.first?.message == "unexpected: POST https://shop.example/t")
  }

  @Test
  func `a connection that fails is a reply too`() async throws {
    var file = try Self.file(expect: #""error":{"code":"timeout","step":"token"}"#)
    file.cases[0].steps.removeLast()
    guard case .exchange(let request, _) = file.cases[0].steps[1] else { return }
    file.cases[0].steps[1] = .exchange(request, .failure(.timeout))
    #expect(try await CaseHome(CaseHome.oauth2).run(file).flatMap(\.faults) == [])
  }

  @Test
  func `a callback that does not belong to the login is rejected, and the reason is compared`()
    async throws
  {
    var file = try Self.file(expect: #""error":{"code":"input_invalid"}"#)
    file.cases[0].steps = [
      .browser(url: nil, .parameters([.init("code", "C"), .init("state", "other")]))
    ]
    let outcome = try #require(try await CaseHome(CaseHome.oauth2).run(file).first)
    #expect(outcome.faults == [])
    guard case .failure(let error) = outcome.observed.result else {
      Issue.record("\(outcome.observed)")
      return
    }
    #expect(error["rejected"]?.string?.contains("state") == true, "\(error)")
  }

  @Test
  func `a recording of a rehearsal passes, is the same each time, and survives its file`()
    async throws
  {
    let home = try CaseHome(CaseHome.oauth2)
    let file = try await home.record()
    #expect(
      file.cases.map(\.name) == [
        "login", "request", "refresh", "the user says no", "the code is refused",
      ]
    )
    let read = try CaseFile(json: Array(file.text.utf8))
    #expect(read == file)
    #expect(await home.run(read).flatMap(\.faults) == [])
    let again = try CaseHome(CaseHome.oauth2)
    #expect(try await again.record() == file)
  }

  @Test
  func `a changed descriptor fails the recorded requests`() async throws {
    let file = try await CaseHome(CaseHome.oauth2).record()
    let changed = CaseHome.oauth2.replacing(#"scopes = { "read" }"#, with: #"scopes = { "write" }"#)
    let outcomes = try await CaseHome(changed).run(file)
    let fault = try #require(outcomes.first?.faults.first)
    #expect(fault.differences.first?.part == "url")
    #expect(fault.differences.first?.actual?.contains("scope=write") == true)
    #expect(outcomes[1].faults.first?.message == "“login”, after which it comes, fails")
  }

  @Test
  func `a script's login is recorded like any other`() async throws {
    let lua = """
      return provider {
        api = 1, id = "shop", kind = "custom", hosts = { "shop.example" },
        options = { key = { type = "secret", required = true } },
        login = function(ctx)
          local r = ctx.http.post { url = "https://shop.example/login",
            form = { key = ctx.opt.key }, take = { access = "/token" } }
          return { access = r.taken.access, expires = ctx.now() + 60 }
        end,
        rehearsal = {
          options = { key = "practice" },
          replies = { { method = "POST", path = "/login", json = { token = "{random}" } } },
        },
      }
      """
    let home = try CaseHome(lua)
    let file = try await home.record()
    guard case .success(let result) = file.cases[0].result else {
      Issue.record("\(file)")
      return
    }
    #expect(result["expires_at"]?.string == "2026-01-01T00:01:00Z")
    #expect(await home.run(file).flatMap(\.faults) == [])
  }
}
