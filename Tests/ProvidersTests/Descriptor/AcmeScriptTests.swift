import Providers
import Standards
import Testing

/// Runs the script of the shipped `acme.lua` against a back end whose answers are made up.
@Suite
struct AcmeScriptTests {
  private func context(_ effects: FakeEffects) throws -> ScriptContext {
    ScriptContext(
      options: [
        "base": .url(try URI("https://a.example")),
        "user_id": .text("9007199254740993"),
        "app_key": .secret(Secret("k3y"), mayGoTo: { $0.host == "a.example" }),
      ],
      effects: effects
    ) { $0.host == "a.example" }
  }

  private func operation() throws -> ScriptOperation {
    let source = try Shipped.descriptor("acme").source
    return ScriptOperation(source: source.bytes, chunkName: source.fileName, isolation: .thread)
  }

  private func error(_ effects: FakeEffects) async throws -> ScriptError? {
    let operation = try operation()
    let context = try context(effects)
    do throws(ScriptError) {
      _ = try await operation.login(context)
      return nil
    } catch {
      return error
    }
  }

  /// A token whose claims are `{"exp":1900000000}`.
  private static let jwt = "eyJhbGciOiJub25lIn0.eyJleHAiOjE5MDAwMDAwMDB9.c2ln"

  @Test
  func `the key becomes two tokens with the end that the first one names`() async throws {
    let effects = FakeEffects(json: #"{"accessToken":"\#(Self.jwt)","refreshToken":"r"}"#)
    let result = try await operation().login(context(effects))
    #expect(result.access.text == Self.jwt && result.refresh?.text == "r")
    #expect(result.expiresAt == Timestamp(seconds: 1_900_000_000))
    let request = try #require(effects.seen.requests.first)
    #expect(request.method == "POST")
    #expect(request.url.text == "https://a.example/client/auth/init")
    #expect(request.headers["accept"] == "application/json")
    let form = try FormEncoding.decode(request.body)
    #expect(form.first("appKey") == "k3y" && form.first("userId") == "9007199254740993")
    #expect(form.pairs.count == 2)
  }

  @Test(arguments: [200, 400, 401, 403, 422])
  func `a refusal has its code and first text whatever the status`(status: Int) async throws {
    let json = #"{"error":{"code":17,"desc":["The key is unknown.","Ask the desk."]}}"#
    let error = try #require(try await error(FakeEffects(status: status, json: json)))
    #expect(error.kind == .failed(.invalidCredentials, providerCode: "17"))
    #expect(error.message == "The key is unknown.")
  }

  @Test(arguments: [#"{"error":{"code":17}}"#, #"{"error":{"desc":[]}}"#, #"{"error":"no"}"#])
  func `a refusal without text is a refusal still`(json: String) async throws {
    let error = try #require(try await error(FakeEffects(json: json)))
    guard case .failed(.invalidCredentials, _) = error.kind else {
      Issue.record("\(error)")
      return
    }
    #expect(error.message == "the back end gave no reason")
  }

  @Test(arguments: ["not-a-jwt", "a.b", "eyJhbGciOiJub25lIn0.!!.c2ln"])
  func `a token that is no JWT is an error with its line`(token: String) async throws {
    let effects = FakeEffects(json: #"{"accessToken":"\#(token)","refreshToken":"r"}"#)
    let error = try #require(try await error(effects))
    #expect(error.location.hasPrefix("acme.lua:"))
    #expect(!error.message.contains(token))
  }

  @Test(arguments: [
    (200, "{}", ScriptFailureCode.protocol), (502, "{}", .serviceUnavailable),
    (200, "<html>", .protocol), (503, "<html>", .serviceUnavailable),
  ])
  func `an answer without a token says whose fault it is`(
    status: Int,
    body: String,
    code: ScriptFailureCode
  ) async throws {
    let error = try #require(try await error(FakeEffects(status: status, json: body)))
    guard case .failed(code, _) = error.kind else {
      Issue.record("\(error)")
      return
    }
  }

  @Test
  func `a failed network is an error of its own`() async throws {
    let effects = FakeEffects { _ in throw ScriptEffectError(.network, "no route to the host") }
    let error = try #require(try await error(effects))
    #expect(error.kind == .failed(.network, providerCode: nil))
  }

  @Test
  func `a refresh logs in again with the stored key`() async throws {
    let effects = FakeEffects(json: #"{"accessToken":"\#(Self.jwt)","refreshToken":"r2"}"#)
    let result = try await operation()
      .refresh(context(effects), access: Secret("old"), refresh: Secret("r1"))
    #expect(result.refresh?.text == "r2")
    #expect(effects.seen.requests.map(\.url.path) == ["/client/auth/init"])
  }
}
