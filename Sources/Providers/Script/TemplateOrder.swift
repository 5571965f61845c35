import Standards

/// What a script asks of `sign.template`.
struct TemplateOrder {
  private let arguments: CallArguments
  private var template: SignatureTemplate
  private var values: [String: Secret] = [:]
  private var parameters = Parameters()
  /// The secrets in the text; the key is not among them.
  private var used: [UInt32] = []
  /// The secrets in the key of an HMAC.
  private var keys: [UInt32] = []
  private var privateKey: SecretTable.Entry?

  private static let known = ["parts", "digest", "hmac", "rsa", "key", "hash_key", "format"]
  private static let knownSorting = ["sorted", "assign", "join", "encode", "without"]
  private static let keyName = "key"

  init(_ arguments: CallArguments, _ context: ScriptContext) throws(HostCallError) {
    self.arguments = arguments
    try arguments.atMost(1)
    let fields = try arguments.fields(0, known: Self.known)
    template = SignatureTemplate(
      [],
      .digest(.sha256),
      output: try HashCalls.format(fields["format"] ?? .null, arguments)
    )
    try readOperation(fields, context.secrets)
    guard let list = fields["parts"]?.table, list.fields.isEmpty, !list.sequence.isEmpty else {
      throw arguments.wrong("parts must be a list of texts, secrets and { sorted = … }")
    }
    for item in list.sequence { try readPart(item, context.secrets) }
  }

  /// Which of `digest`, `hmac` and `rsa` is asked for, with its key.
  private mutating func readOperation(
    _ fields: [String: ScriptValue],
    _ secrets: SecretTable
  ) throws(HostCallError) {
    let named = ["digest", "hmac", "rsa"].filter { fields[$0] != nil }
    guard named.count == 1, let operation = named.first,
      let algorithm = fields[operation]?.text.flatMap({ HashCalls.digests[$0] })
    else {
      let hashes = HashCalls.digests.keys.sorted().joined(separator: ", ")
      throw arguments.wrong("takes one of digest, hmac and rsa, whose value is one of \(hashes)")
    }
    let isHashed = fields["hash_key"] ?? .boolean(false)
    guard case .boolean(let isHashed) = isHashed, !isHashed || operation == "hmac" else {
      throw arguments.wrong("hash_key is true or false, and for hmac only")
    }
    guard (fields["key"] == nil) == (operation == "digest") else {
      throw arguments.wrong("key goes with hmac and rsa, which cannot do without")
    }
    switch operation {
    case "digest": template.operation = .digest(algorithm)
    case "rsa":
      guard case .handle(let index) = fields["key"] ?? .null, let entry = secrets[index] else {
        throw arguments.wrong("key must be a secret, such as ctx.opt.private_key")
      }
      privateKey = entry
      template.operation = .rsa(algorithm)
    default:
      let key = try ScriptText(fields["key"] ?? .null, arguments, secrets)
      keys = key.secrets
      let name = key.secrets.isEmpty ? Self.keyName : key.formula
      values[name] = Secret(key.bytes)
      template.operation =
        isHashed ? .hmacWithHashedKey(algorithm, key: name) : .hmac(algorithm, key: name)
    }
  }

  private mutating func readPart(
    _ item: ScriptValue,
    _ secrets: SecretTable
  ) throws(HostCallError) {
    if let table = item.table, table.fields["sorted"] != nil {
      return try readSorting(table, secrets)
    }
    if case .handle(let index) = item, let entry = secrets[index] {
      values[entry.name] = entry.secret
      used.append(index)
      template.parts.append(.value(entry.name))
      return
    }
    guard item.table == nil, let text = ScriptText.plainBytes(item) else {
      throw arguments.wrong(
        "parts holds \(item.kindName), which is no text, secret or { sorted = … }"
      )
    }
    let shown = ScriptText.shown(text)
    if shown.hasPrefix("\""), let literal = String(validating: text, as: UTF8.self) {
      template.parts.append(.literal(literal))
    } else {
      values[shown] = Secret(text)
      template.parts.append(.value(shown))
    }
  }

  /// `{ sorted = params, assign = "=", join = "&", encode = false, without = { "sign" } }`.
  private mutating func readSorting(
    _ table: ScriptTable,
    _ secrets: SecretTable
  ) throws(HostCallError) {
    let unknown = table.fields.keys.filter { !Self.knownSorting.contains($0) }.min()
    guard unknown == nil, table.sequence.isEmpty else {
      throw arguments.wrong(
        "unknown field '\(unknown ?? "1")' beside sorted; there are \(Self.knownSorting.joined(separator: ", "))"
      )
    }
    guard !template.parts.contains(where: \.isSorting) else {
      throw arguments.wrong("parts can sort parameters once only")
    }
    guard let pairs = table.fields["sorted"]?.table, pairs.sequence.isEmpty else {
      throw arguments.wrong("sorted must be a table of names and values")
    }
    for (name, value) in pairs.fields {
      for value in value.table.flatMap({ $0.fields.isEmpty ? $0.sequence : nil }) ?? [value] {
        parameters.pairs.append(
          Parameter(name: Array(name.utf8), value: try bytes(value, of: name, secrets))
        )
      }
    }
    guard case .boolean(let isEncoded) = table.fields["encode"] ?? .boolean(false) else {
      throw arguments.wrong("encode is true or false")
    }
    let without = table.fields["without"]?.table
    let names = (without?.sequence ?? []).compactMap(\.text)
    guard table.fields["without"] == nil || without?.fields.isEmpty == true,
      names.count == without?.sequence.count ?? 0
    else { throw arguments.wrong("without must be a list of names") }
    template.parts.append(
      .sortedParameters(
        assign: try separator(table, "assign") ?? "=",
        join: try separator(table, "join") ?? "&",
        encoded: isEncoded,
        without: Set(names)
      )
    )
  }

  private mutating func bytes(
    _ value: ScriptValue,
    of name: String,
    _ secrets: SecretTable
  ) throws(HostCallError) -> [UInt8] {
    if case .handle(let index) = value, let entry = secrets[index] {
      used.append(index)
      return entry.secret.bytes
    }
    guard let text = ScriptText.plainBytes(value) else {
      throw arguments.wrong("sorted.\(name) must be text, a number, a secret or a list of them")
    }
    return text
  }

  private func separator(
    _ table: ScriptTable,
    _ name: String
  ) throws(HostCallError) -> String? {
    guard let value = table.fields[name] else { return nil }
    guard let text = value.text else { throw arguments.wrong("\(name) must be text") }
    return text
  }

  /// The signature, for the script to use.
  func signature(
    _ effects: any ScriptEffects,
    _ context: inout ScriptContext
  ) throws(HostCallError) -> [UInt8] {
    var signer: (any MessageSigner)?
    if let privateKey, case .rsa(let algorithm) = template.operation {
      signer = try SignCalls.signer(privateKey, algorithm, effects, arguments)
    }
    let signature: [UInt8]
    do throws(SignatureTemplate.Fault) {
      signature = try template.evaluate(
        values: values,
        parameters: parameters,
        hashing: effects.hashing,
        privateKey: signer
      )
    } catch {
      throw arguments.wrong("the key signs nothing")
    }
    effects.derived(arguments.function, template.formula, nil)
    return context.answer(signature, madeOf: used + context.weak(keys), "signature")
  }
}

extension SignatureTemplate.Part {
  fileprivate var isSorting: Bool {
    if case .sortedParameters = self { true } else { false }
  }
}
