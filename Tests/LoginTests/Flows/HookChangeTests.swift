import Standards
import Testing

@testable import Login
@testable import Providers

/// What hooks of OAuth 2.0 change, and that they change nothing else.
@Suite(.timeLimit(.minutes(1)))
struct HookChangeTests {
  private static let token = "https://as.example/token"

  private func rig(_ hooks: String, body: String = "form") throws -> LoginRig {
    let rig = try LoginRig(
      """
      oauth2 = {
        authorize = "https://as.example/a?first=a%20b",
        token = { url = "\(Self.token)", body = "\(body)" },
        resource = { "https://one.example", "https://two.example" },
        response = { keep = { "/data", "/list", "/rate", "/empty", "/none" } },
      },
      \(hooks)
      """
    )
    rig.service.on(
      "POST",
      Self.token,
      text: #"{"access_token":"T0KEN-1","rate":1.50,"big":123456789012345678901,"#
        + #""empty":{},"none":[],"list":[1,null,{"a":2.5}],"data":{"z":1,"a":[],"n":null}}"#
    )
    return rig
  }

  @Test(arguments: ["form", "query"])
  func `a hook that does nothing changes nothing`(body: String) async throws {
    let empty = """
      on_authorize = function() end, on_token_request = function() end,
      on_token_response = function() end,
      """
    let plain = try rig("", body: body)
    let hooked = try rig(empty, body: body)
    for rig in [plain, hooked] {
      rig.service.on("POST", Self.token + "?", json: .grant)
      _ = try await rig.login()
    }
    let resources = ["https://one.example", "https://two.example"]
    #expect(hooked.user.asked.values("resource") == resources)
    #expect(hooked.user.authorizeURL?.text.contains("?first=a%20b&") == true)
    #expect(
      hooked.user.asked.pairs.map(\.nameText) == plain.user.asked.pairs.map(\.nameText)
    )
    let sent = try [plain, hooked].map { rig in
      let request = try #require(rig.service.last(Self.token))
      return body == "form" ? request.form : request.query
    }
    #expect(sent[1].values("resource") == resources)
    #expect(sent[0].pairs.map(\.nameText) == sent[1].pairs.map(\.nameText))
  }

  @Test(arguments: ["", "answer.added = 1"])
  func `what on_token_response leaves alone stays as it was`(change: String) async throws {
    let rig = try rig("on_token_response = function(ctx, answer) \(change) end,")
    let extras = try await rig.login().credential.extras
    #expect(extras["rate"]?.serialized == "1.50")
    #expect(extras["empty"]?.serialized == "{}" && extras["none"]?.serialized == "[]")
    #expect(extras["list"]?.serialized == #"[1,null,{"a":2.5}]"#)
    #expect(extras["data"]?.serialized == #"{"z":1,"a":[],"n":null}"#)
  }

  @Test
  func `each hook changes its step`() async throws {
    let rig = try rig(
      """
      on_authorize = function(ctx, params)
        params.prompt = "login"
        params.resource = params.resource[2]
        params.many = { "a", "b" }
      end,
      on_token_request = function(ctx, params)
        params.device = 7
        params.resource = nil
        params.copy = params.code
      end,
      on_token_response = function(ctx, answer)
        answer.data.a = { 0.5 }
        answer.data.new = { deep = true }
        answer.expires_in = 60
        answer.list[1] = 2
      end,
      """
    )
    let credential = try await rig.login().credential
    #expect(rig.user.asked.first("prompt") == "login")
    #expect(rig.user.asked.values("resource") == ["https://two.example"])
    #expect(rig.user.asked.values("many") == ["a", "b"])
    let sent = try #require(rig.service.last(Self.token)?.form)
    #expect(sent.first("device") == "7" && sent.values("resource") == [])
    #expect(sent.first("copy") == "C0DE")
    #expect(credential.expiresAt?.seconds == 1_800_000_060)
    #expect(
      credential.extras["data"]?.serialized == #"{"z":1,"a":[0.5],"n":null,"new":{"deep":true}}"#
    )
    #expect(credential.extras["list"]?.serialized == #"[2,{"a":2.5}]"#)
  }

  @Test
  func `on_token_response may give back an answer of its own`() async throws {
    let rig = try rig(
      """
      on_token_response = function(ctx, answer)
        return { access_token = answer.access_token, expires_in = 30, empty = {} }
      end,
      """
    )
    let credential = try await rig.login().credential
    #expect(credential.accessToken.text == "T0KEN-1")
    #expect(credential.expiresAt?.seconds == 1_800_000_030)
    #expect(credential.extras["empty"]?.serialized == "{}" && credential.extras["rate"] == nil)
  }

  @Test(arguments: [
    ("on_authorize", "params.x = function() end", "function"),
    ("on_authorize", "params.x = { y = 1 }", "gives x a value that is no text"),
    ("on_token_request", "params.x = {{}}", "gives x a value that is no text"),
    ("on_token_response", "return 'x'", "gives back"),
    ("on_token_response", "params.x = 0/0", "no finite number at /x"),
  ])
  func `a value that no step can carry is refused with its name`(
    hook: String,
    body: String,
    words: String
  ) async throws {
    let rig = try rig("\(hook) = function(ctx, params) \(body) end,")
    let error = await rig.failure()
    #expect(error?.code == .descriptorInvalid, "\(String(describing: error))")
    #expect(error?.message.contains(words) == true, "\(String(describing: error))")
  }
}
