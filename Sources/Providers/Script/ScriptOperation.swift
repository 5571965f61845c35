package import Standards

/// A descriptor's script, ready to run any of its functions, each time in a fresh machine.
package struct ScriptOperation: Sendable {
  package let source: [UInt8]
  package let chunkName: String
  package let limits: ScriptLimits
  package let isolation: ScriptIsolation

  package init(
    source: [UInt8],
    chunkName: String,
    limits: ScriptLimits = .standard,
    isolation: ScriptIsolation = .ownProcess
  ) {
    self.source = source
    self.chunkName = chunkName
    self.limits = limits
    self.isolation = isolation
  }

  /// Calls the function at `hook`, a path in the declared table, with `ctx` and `arguments`.
  ///
  /// Tables among the arguments may be changed by the script; the outcome has them as they are then.
  ///
  /// - Throws: what ended the script, with file and line; never contains a secret.
  package func run(
    hook: String,
    arguments: [ScriptValue] = [],
    context: ScriptContext
  ) async throws(ScriptError) -> ScriptOutcome {
    try await ScriptVM().run(self, hook: hook, arguments: arguments, context: context)
  }

  /// An error about what a hook gave back, at the line where the descriptor has the hook.
  func wrongResult(of hook: String, _ message: String) -> ScriptError {
    let line = KeyLocator(source: source).line(of: hook)
    let file = chunkName.split(separator: "/").last.map(String.init) ?? chunkName
    return ScriptError(.runtime, message, location: "\(file):\(line)", hook: hook)
  }
}

/// What a hook gave back.
package struct ScriptOutcome: Sendable {
  package var returned: ScriptValue
  /// A second value that was returned, where it is text: the reason for a `false`.
  package var second: String?
  /// The arguments after `ctx`, as the script left them.
  package var arguments: [ScriptValue]
  /// The processor time that the operation has taken.
  package var processorTime = Duration.zero
  let secrets: SecretTable

  /// The secret behind a handle; plain text, where a script has it, counts as one too.
  package func secret(_ value: ScriptValue) -> Secret? {
    switch value {
    case .handle(let index): secrets[index]?.secret
    case .string(let bytes): Secret(bytes)
    default: nil
    }
  }

  /// The name of a secret that may go to some of the script's hosts only; `nil` for all else.
  ///
  /// As a stored token it would go to all of them.
  package func boundSecret(_ value: ScriptValue) -> String? {
    guard case .handle(let index) = value, let entry = secrets[index], entry.isBound else {
      return nil
    }
    return entry.name
  }

  /// The text of a plain value or of what a handle stands for; for parts of a request the engine sends.
  package func text(_ value: ScriptValue) -> String? {
    if case .handle = value { return secret(value)?.text }
    return value.plainText
  }

  /// Whether the secret behind a handle may go to `url`; plain values may go anywhere.
  package func mayGo(_ value: ScriptValue, to url: URI) -> Bool {
    guard case .handle(let index) = value else { return true }
    return secrets[index]?.mayGoTo(url) ?? false
  }
}
