import Standards

/// `ctx.sign`: signatures of a provider's own that are more than one keyed digest.
struct SignCalls {
  private static let rsa: [String: HashAlgorithm] = [
    "rsa_sha1": .sha1, "rsa_sha256": .sha256, "rsa_sha512": .sha512,
  ]

  static let names = (Array(rsa.keys) + ["aws_v4", "template"]).sorted()

  let effects: any ScriptEffects

  /// Answers `sign.template { … }`, `sign.aws_v4(request, { … })` or `sign.rsa_…(key, text, format)`.
  ///
  /// A signature over open text is open; one over a secret is a secret, bound like it.
  func answer(
    _ name: String,
    _ arguments: CallArguments,
    _ context: inout ScriptContext
  ) throws(HostCallError) -> [UInt8] {
    if name == "template" {
      return try TemplateOrder(arguments, context).signature(effects, &context)
    }
    if name == "aws_v4" { return try AWSOrder(arguments, context).answer(effects, &context) }
    guard let algorithm = Self.rsa[name] else {
      throw arguments.wrong("there is no such function")
    }
    try arguments.atMost(3)
    guard case .handle(let index) = arguments[0], let key = context.secrets[index] else {
      throw arguments.wrong("the key must be a secret, such as ctx.opt.private_key")
    }
    let text = try ScriptText(arguments[1], arguments, context.secrets)
    let format = try HashCalls.format(arguments[2], arguments)
    let signer = try Self.signer(key, algorithm, effects, arguments)
    guard let signature = signer.sign(text.bytes) else {
      throw arguments.wrong("secret '\(key.name)' signs nothing")
    }
    effects.derived(
      arguments.function,
      "\(format.rawValue)(RSASSA-PKCS1-v1_5-\(algorithm.rawValue)(\(key.name), \(text.formula)))",
      nil
    )
    return context.answer(format.encode(signature), madeOf: text.secrets, name)
  }

  static func signer(
    _ key: SecretTable.Entry,
    _ algorithm: HashAlgorithm,
    _ effects: any ScriptEffects,
    _ arguments: CallArguments
  ) throws(HostCallError) -> any MessageSigner {
    do throws(ScriptEffectError) {
      return try effects.rsaSigner(key.secret, hash: algorithm)
    } catch {
      throw .fail(error.code, "\(arguments.function): secret '\(key.name)': \(error.message)")
    }
  }
}
