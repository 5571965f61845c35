import Crypto
import Providers
import Standards
import Synchronization

/// Effects whose replies a test decides, and which remember what was asked.
final class FakeEffects: ScriptEffects {
  struct Memory {
    var requests: [HTTPRequest] = []
    var authorized: [URI] = []
    var prompts: [String] = []
    var log: [String] = []
    var derived: [Derivation] = []
  }

  typealias Reply = @Sendable (HTTPRequest) async throws -> HTTPResponse

  private let memory = Mutex(Memory())
  private let reply: Reply
  private let callback: Parameters
  private let answer: String

  var seen: Memory { memory.withLock { $0 } }
  let hashing: any Hashing = OpenSSLHashing()
  let random: any RandomSource = ZeroRandom()

  init(
    callback: Parameters = Parameters(),
    answer: String = "",
    reply: @escaping Reply = { _ in HTTPResponse(status: 204) }
  ) {
    self.reply = reply
    self.callback = callback
    self.answer = answer
  }

  /// Always the same JSON.
  convenience init(status: Int = 200, json: String) {
    self.init { _ in
      HTTPResponse(
        status: status,
        headers: HTTPFields([HTTPField("Content-Type", "application/json")]),
        body: Array(json.utf8)
      )
    }
  }

  @concurrent
  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    memory.withLock { $0.requests.append(request) }
    return try await reply(request)
  }

  @concurrent
  func authorize(_ url: URI) async throws -> Parameters {
    memory.withLock { $0.authorized.append(url) }
    return callback
  }

  @concurrent
  func prompt(_ text: String, secret: Bool) async throws -> Secret {
    memory.withLock { $0.prompts.append(text) }
    return Secret(answer)
  }

  func now() -> Timestamp { Timestamp(seconds: 1_700_000_000) }

  func sign(
    _ claims: JSONObject,
    header: JSONObject,
    key: Secret,
    algorithm: SignatureAlgorithm
  ) throws(ScriptEffectError) -> Secret {
    Secret("header.claims.signature")
  }

  func rsaSigner(
    _ key: Secret,
    hash: HashAlgorithm
  ) throws(ScriptEffectError) -> any MessageSigner {
    do throws(JWKError) {
      return try OpenSSLSignatures().rsaSigner(KeyPEM.read(key.text), hash: hash)
    } catch {
      throw ScriptEffectError(.inputInvalid, "it is no private key")
    }
  }

  func derived(_ name: String, _ formula: String, _ value: [UInt8]?) {
    let text = value.map { String(decoding: $0, as: UTF8.self) }
    memory.withLock {
      $0.derived.append(Derivation(name: name, formula: formula, value: text))
    }
  }

  func log(_ line: String) { memory.withLock { $0.log.append(line) } }
}

private struct ZeroRandom: RandomSource {
  func bytes(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }
}

/// Runs `body` as the hook `test(ctx, …)` of a provider, with the usual options.
func runScript(
  _ body: String,
  arguments: [ScriptValue] = [],
  effects: FakeEffects = FakeEffects(),
  limits: ScriptLimits = .standard,
  isolation: ScriptIsolation = .thread,
  lend: (inout ScriptContext) -> [ScriptValue] = { _ in [] }
) async throws(ScriptError) -> ScriptOutcome {
  var context = scriptContext(effects)
  let lent = lend(&context)
  let source = "return provider { api = 1, test = function(ctx, ...)\n\(body)\nend }"
  let operation = ScriptOperation(
    source: Array(source.utf8),
    chunkName: "acme.lua",
    limits: limits,
    isolation: isolation
  )
  return try await operation.run(hook: "test", arguments: lent + arguments, context: context)
}

/// The error that `body` ends with, or `nil`; the first line of `body` is line 2 of the file.
func scriptError(
  _ body: String,
  effects: FakeEffects = FakeEffects(),
  limits: ScriptLimits = .standard,
  isolation: ScriptIsolation = .thread
) async -> ScriptError? {
  do throws(ScriptError) {
    _ = try await runScript(body, effects: effects, limits: limits, isolation: isolation)
    return nil
  } catch {
    return error
  }
}

/// Hosts `a.example` and `b.example`; `app_key` is bound to the first alone.
func scriptContext(_ effects: FakeEffects) -> ScriptContext {
  ScriptContext(
    options: [
      "base": .url(baseURL),
      "user_id": .text("42"),
      "count": .integer(3),
      "on": .boolean(true),
      "missing": .absent,
      "app_key": .secret(
        Secret("k3y/s3cret"),
        mayGoTo: { $0.host == "a.example" },
        isBound: true
      ),
    ],
    effects: effects,
    redirectURI: "http://127.0.0.1:8000/callback"
  ) { ["a.example", "b.example", "127.0.0.1"].contains($0.host) }
}

private let baseURL: URI = {
  guard let url = try? URI("https://a.example/v1/") else { fatalError("the URL is right") }
  return url
}()
