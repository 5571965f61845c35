import Crypto
import Providers
import Standards

/// What a script can make happen, done with the engine's means.
struct FlowEffects: ScriptEffects {
  let tools: Tools
  let step: String
  /// Present while a login runs; only then may the user be asked or sent somewhere.
  var visit: BrowserVisit?
  var interaction: (any Interaction)?
  /// Who asks, said with every question: the text is the script's.
  var asker = ""

  init(
    tools: Tools,
    step: String,
    visit: BrowserVisit? = nil,
    interaction: (any Interaction)? = nil
  ) {
    self.tools = tools
    self.step = step
    self.visit = visit
    self.interaction = interaction
  }

  var hashing: any Hashing { tools.hashing }
  var random: any RandomSource { tools.random }

  func now() -> Timestamp { tools.clock.now() }

  func log(_ line: String) {
    tools.tracer.note(step, line)
  }

  func sign(
    _ claims: JSONObject,
    header: JSONObject,
    key: Secret,
    algorithm: SignatureAlgorithm
  ) throws(ScriptEffectError) -> Secret {
    let isShared = algorithm.family == .hmac
    let found: ClientKey
    do throws(AuthRunError) {
      found = try ClientKey(key, form: isShared ? .text : .pem)
    } catch {
      throw ScriptEffectError(.inputInvalid, "it is no private key: neither PEM nor a JWK")
    }
    do {
      let signing = try JWSSigningKey(found.key, algorithm: algorithm, provider: tools.signatures)
      let token = Secret(try JWT.sign(claims, header: header, with: signing))
      tools.tracer.redactor.learn(token, as: "jwt")
      tools.tracer.derived(step, token: token.text)
      return token
    } catch let error as JWKError {
      throw ScriptEffectError(.inputInvalid, "\(algorithm.rawValue): \(error.words)")
    } catch {
      throw ScriptEffectError(.protocol, "the JWT could not be signed")
    }
  }

  func rsaSigner(
    _ key: Secret,
    hash: HashAlgorithm
  ) throws(ScriptEffectError) -> any MessageSigner {
    let found: JWK
    do throws(AuthRunError) {
      found = try ClientKey(key, form: .pem).key
    } catch {
      throw ScriptEffectError(.inputInvalid, "it is no private key: neither PEM nor a JWK")
    }
    do throws(JWKError) {
      return try OpenSSLSignatures().rsaSigner(found, hash: hash)
    } catch {
      throw ScriptEffectError(.inputInvalid, "it is no key of RSA that signs: \(error.words)")
    }
  }

  func derived(_ name: String, _ formula: String, _ value: [UInt8]?) {
    tools.tracer.derived(
      step,
      [
        Derivation(
          name: name,
          formula: formula,
          value: value.map { String(decoding: $0, as: UTF8.self) }
        )
      ]
    )
  }

  @concurrent
  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    do throws(AuthRunError) {
      return try await tools.exchange.send(request, step: step)
    } catch {
      throw ScriptEffectError(error)
    }
  }

  @concurrent
  func authorize(_ url: URI) async throws -> Parameters {
    guard let visit else {
      throw ScriptEffectError(
        .loginNeeded,
        interaction == nil
          ? "only a login may open a browser"
          : "the file does not say that it opens a browser: capture = { \"loopback\" }"
      )
    }
    do throws(AuthRunError) {
      return try await visit.authorize(at: url)
    } catch {
      throw ScriptEffectError(error)
    }
  }

  @concurrent
  func prompt(_ text: String, secret: Bool) async throws -> Secret {
    guard let interaction else {
      throw ScriptEffectError(.loginNeeded, "only a login may ask the user")
    }
    let answer: Secret?
    let question = asker.isEmpty ? text : "\(asker) asks: \(text)"
    do throws(AuthRunError) {
      answer = try await interaction.ask(Question(question, isSecret: secret))
    } catch {
      throw ScriptEffectError(error)
    }
    guard let answer else {
      throw ScriptEffectError(.inputInvalid, "nobody is there to answer “\(text)”")
    }
    if secret { tools.tracer.redactor.learn(answer, as: "answer") }
    return answer
  }
}

extension ScriptEffectError {
  /// The engine's error in the codes that scripts know.
  fileprivate init(_ error: AuthRunError) {
    self.init(
      ScriptFailureCode(rawValue: error.code.rawValue)
        ?? (error.code == .descriptorInvalid ? .inputInvalid : .network),
      error.message,
      providerCode: error.providerError
    )
  }
}

extension ScriptError.Kind {
  var isUnavailable: Bool {
    if case .unavailable = self { true } else { false }
  }
}

extension AuthRunError {
  /// What helps where no helper process can be started.
  static let withoutHelper =
    "--isolation thread runs scripts in this process, without the wall of a process of their own"

  /// Folds what ended a script: a fault of the file, a limit, or what the script said itself.
  init(_ error: ScriptError, provider: String) {
    let (code, location): (Code, String?) =
      switch error.kind {
      case .syntax, .runtime, .phase: (.descriptorInvalid, error.location)
      case .limit: (.scriptLimit, error.location)
      // A call that failed has its line; what the script makes of an answer is no fault of the file.
      case .failed(let code, _):
        (Code(rawValue: code.rawValue), error.isVerdict ? nil : error.location)
      case .cancelled: (.interrupted, nil)
      case .unavailable: (.internal, nil)
      }
    self.init(
      code,
      error.message,
      provider: provider,
      step: error.hook,
      location: location
    )
    if location != nil { traceback = error.traceback }
    if case .failed(_, let providerCode) = error.kind { providerError = providerCode }
    if code == .descriptorInvalid || code == .scriptLimit {
      hint = "the descriptor has to be mended"
    }
    if error.kind.isUnavailable { hint = Self.withoutHelper }
  }
}

extension Descriptor {
  /// How a question of the script's names its sender: the id, which no descriptor can choose freely.
  var asker: String { name == id ? id : "\(id) (\(name))" }
}
