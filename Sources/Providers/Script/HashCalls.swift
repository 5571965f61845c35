import Standards

/// `ctx.hash`: digests, keyed digests and random bytes for signatures of a provider's own.
struct HashCalls {
  private static let digests: [String: HashAlgorithm] = [
    "md5": .md5, "sha1": .sha1, "sha256": .sha256, "sha384": .sha384, "sha512": .sha512,
  ]
  private static let keyed: [String: HashAlgorithm] = [
    "hmac_sha1": .sha1, "hmac_sha256": .sha256, "hmac_sha384": .sha384, "hmac_sha512": .sha512,
  ]
  private static let formats = ["hex", "base64", "base64url", "raw"]

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
      let message = try parts(arguments[0], arguments, context.secrets)
      let digest = effects.hashing.digest(algorithm, message.bytes)
      return try result(digest, 1, message.secrets, "\(name) of", arguments, &context)
    }
    guard let algorithm = Self.keyed[name] else {
      throw arguments.wrong("there is no such function")
    }
    try arguments.atMost(3)
    let key = try parts(arguments[0], arguments, context.secrets)
    let message = try parts(arguments[1], arguments, context.secrets)
    let digest = effects.hashing.hmac(algorithm, key: key.bytes, message.bytes)
    // One that can be guessed is as good as told: a script could compare until it knows.
    let weak = key.secrets.contains { context.secrets[$0]?.isGuessable == true } ? key.secrets : []
    return try result(digest, 2, message.secrets + weak, "\(name) of", arguments, &context)
  }

  private func random(_ arguments: CallArguments) throws(HostCallError) -> [UInt8] {
    try arguments.atMost(2)
    guard let count = arguments[0].wholeNumber, (1...256).contains(count) else {
      throw arguments.wrong("takes a number of bytes from 1 to 256")
    }
    var writer = ScriptMessageWriter()
    writer.string(try formatted(effects.random.bytes(Int(count)), 1, arguments))
    return writer.bytes
  }

  /// The bytes of a text or secret, or of a list of them, and the secrets among them.
  private func parts(
    _ value: ScriptValue,
    _ arguments: CallArguments,
    _ secrets: SecretTable
  ) throws(HostCallError) -> (bytes: [UInt8], secrets: [UInt32]) {
    let items = value.table.flatMap { $0.fields.isEmpty ? $0.sequence : nil } ?? [value]
    var bytes: [UInt8] = []
    var used: [UInt32] = []
    for item in items {
      if case .handle(let index) = item, let entry = secrets[index] {
        bytes += entry.secret.bytes
        used.append(index)
      } else if case .string(let text) = item {
        bytes += text
      } else if let text = item.plainText {
        bytes += text.utf8
      } else {
        throw arguments.wrong("takes text, a secret or a list of them, not \(item.kindName)")
      }
    }
    return (bytes, used)
  }

  private func result(
    _ digest: [UInt8],
    _ format: Int,
    _ used: [UInt32],
    _ label: String,
    _ arguments: CallArguments,
    _ context: inout ScriptContext
  ) throws(HostCallError) -> [UInt8] {
    let bytes = try formatted(digest, format, arguments)
    var writer = ScriptMessageWriter()
    let sources = used.compactMap { context.secrets[$0] }
    guard !sources.isEmpty else {
      writer.string(bytes)
      return writer.bytes
    }
    let name = "\(label) \(sources.map(\.name).joined(separator: ", "))"
    let rules = sources.map(\.mayGoTo)
    let index = context.secrets.add(
      Secret(bytes),
      name: name,
      isBound: sources.contains(where: \.isBound),
      isGuessable: sources.contains(where: \.isGuessable)
    ) { url in rules.allSatisfy { $0(url) } }
    writer.handle(index, name: name)
    return writer.bytes
  }

  private func formatted(
    _ bytes: [UInt8],
    _ index: Int,
    _ arguments: CallArguments
  ) throws(HostCallError) -> [UInt8] {
    switch arguments[index] {
    case .null: return Array(Hex.encode(bytes).utf8)
    case let value:
      switch value.text {
      case "hex": return Array(Hex.encode(bytes).utf8)
      case "base64": return Array(Base64.encode(bytes).utf8)
      case "base64url": return Array(Base64URL.encode(bytes).utf8)
      case "raw": return bytes
      default: throw arguments.wrong("the format is one of \(Self.formats.joined(separator: ", "))")
      }
    }
  }
}
