import Standards

/// `ctx.hash`: digests, keyed digests and random bytes for signatures of a provider's own.
struct HashCalls {
  static let digests: [String: HashAlgorithm] = [
    "md5": .md5, "sha1": .sha1, "sha256": .sha256, "sha384": .sha384, "sha512": .sha512,
  ]
  private static let keyed: [String: HashAlgorithm] = [
    "hmac_sha1": .sha1, "hmac_sha256": .sha256, "hmac_sha384": .sha384, "hmac_sha512": .sha512,
  ]

  static let names = (Array(digests.keys) + Array(keyed.keys) + ["random"]).sorted()

  let effects: any ScriptEffects

  /// Answers `hash.NAME(text, format)`, `hash.hmac_…(key, text, format)` or `hash.random(bytes, format)`.
  ///
  /// Texts may be lists of parts. A digest of a secret is a secret again, bound like it, since it
  /// often stands for a password; a keyed digest of open text is open, as signatures are, unless its key
  /// could be found from it by trying.
  func answer(
    _ name: String,
    _ arguments: CallArguments,
    _ context: inout ScriptContext
  ) throws(HostCallError) -> [UInt8] {
    if name == "random" { return try random(arguments) }
    if let algorithm = Self.digests[name] {
      try arguments.atMost(2)
      let message = try ScriptText(arguments[0], arguments, context.secrets)
      let format = try Self.format(arguments[1], arguments)
      let result = format.encode(effects.hashing.digest(algorithm, message.bytes))
      let formula = "\(format.rawValue)(\(algorithm.rawValue)(\(message.formula)))"
      effects.derived(arguments.function, formula, message.secrets.isEmpty ? result : nil)
      return context.answer(result, madeOf: message.secrets, name)
    }
    guard let algorithm = Self.keyed[name] else {
      throw arguments.wrong("there is no such function")
    }
    try arguments.atMost(3)
    let key = try ScriptText(arguments[0], arguments, context.secrets)
    let message = try ScriptText(arguments[1], arguments, context.secrets)
    let format = try Self.format(arguments[2], arguments)
    let result = format.encode(
      effects.hashing.hmac(algorithm, key: key.bytes, message.bytes)
    )
    let keyName = key.secrets.isEmpty ? "key" : key.formula
    let formula = "\(format.rawValue)(HMAC-\(algorithm.rawValue)(\(keyName), \(message.formula)))"
    // With a signature somebody could act: what it was made of is shown, and not what came out.
    effects.derived(arguments.function, formula, nil)
    let used = message.secrets + context.weak(key.secrets)
    return context.answer(result, madeOf: used, name)
  }

  private func random(_ arguments: CallArguments) throws(HostCallError) -> [UInt8] {
    try arguments.atMost(2)
    guard let count = arguments[0].wholeNumber, (1...256).contains(count) else {
      throw arguments.wrong("takes a number of bytes from 1 to 256")
    }
    let format = try Self.format(arguments[1], arguments)
    var writer = ScriptMessageWriter()
    writer.string(format.encode(effects.random.bytes(Int(count))))
    return writer.bytes
  }

  /// The form of a result; hexadecimal where none is named.
  static func format(
    _ value: ScriptValue,
    _ arguments: CallArguments
  ) throws(HostCallError) -> SignatureTemplate.Output {
    if case .null = value { return .hex }
    guard let format = value.text.flatMap(SignatureTemplate.Output.init) else {
      let names = SignatureTemplate.Output.allCases.map(\.rawValue).joined(separator: ", ")
      throw arguments.wrong("the format is one of \(names)")
    }
    return format
  }
}
