import Standards

/// What a script asks of `sign.aws_v4`: the request that `sign` was given, or one of its own making.
struct AWSOrder {
  private let arguments: CallArguments
  private let request: HTTPRequest
  private let signer: AWSSignatureV4
  /// The secrets in the request.
  private let used: [UInt32]
  /// The number of the session token, where it is a secret.
  private let sessionToken: UInt32?

  private static let knownRequest = [
    "method", "url", "headers", "body", "host", "path", "query", "params",
  ]
  private static let known = [
    "access_key_id", "secret_access_key", "session_token", "region", "service",
  ]
  private static let tokenField = "x-amz-security-token"

  init(_ arguments: CallArguments, _ context: ScriptContext) throws(HostCallError) {
    self.arguments = arguments
    try arguments.atMost(2)
    let fields = try arguments.fields(1, known: Self.known)
    func text(_ name: String) throws(HostCallError) -> String {
      guard let text = fields[name]?.text, !text.isEmpty,
        text.utf8.allSatisfy({ ASCII.isUnreserved($0) })
      else {
        throw arguments.wrong("\(name) must be text of letters, digits, '-', '.', '_' or '~'")
      }
      return text
    }
    guard case .handle(let secretIndex) = fields["secret_access_key"] ?? .null,
      let secret = context.secrets[secretIndex]
    else { throw arguments.wrong("secret_access_key must be a secret") }
    var token: Secret?
    var tokenIndex: UInt32?
    switch fields["session_token"] ?? .null {
    case .null: break
    case .handle(let index):
      token = context.secrets[index]?.secret
      tokenIndex = index
    case let value:
      guard let text = value.text else { throw arguments.wrong("session_token must be a secret") }
      token = Secret(text)
    }
    sessionToken = tokenIndex
    signer = AWSSignatureV4(
      accessKeyID: try text("access_key_id"),
      secretAccessKey: secret.secret,
      sessionToken: token,
      region: try text("region"),
      service: try text("service")
    )
    var reader = RequestReader(arguments, context)
    request = try reader.read()
    used = reader.used + context.weak([secretIndex])
  }

  /// Reads the request; what of it is a secret goes into the signature like the rest.
  private struct RequestReader {
    private let arguments: CallArguments
    private let context: ScriptContext
    private(set) var used: [UInt32] = []

    init(_ arguments: CallArguments, _ context: ScriptContext) {
      self.arguments = arguments
      self.context = context
    }

    mutating func read() throws(HostCallError) -> HTTPRequest {
      let fields = try arguments.fields(0, known: knownRequest)
      // A signature is good for its host alone, so that it must be one that the script may contact.
      let url = try ScriptRequestReader(arguments: arguments, context: context)
        .url(.string(try bytes(fields["url"] ?? .null, "url")))
      let method = try bytes(fields["method"] ?? .string(Array("GET".utf8)), "method")
      var request = HTTPRequest(
        method: String(decoding: method, as: UTF8.self),
        url: url,
        body: try bytes(fields["body"] ?? .string([]), "body")
      )
      // What stands under a name of its own is missing in the address that `sign` is shown.
      for (name, value) in (fields["params"]?.table?.fields ?? [:]).sorted(by: { $0.key < $1.key })
      {
        for value in value.table.flatMap({ $0.fields.isEmpty ? $0.sequence : nil }) ?? [value] {
          guard case .handle = value else { continue }
          let pair = Parameter(name: Array(name.utf8), value: try bytes(value, "params.\(name)"))
          request.url = request.url.appendingQuery(Parameters([pair]))
        }
      }
      guard let headers = fields["headers"] else { return request }
      guard let table = headers.table, table.sequence.isEmpty else {
        throw arguments.wrong("headers must be a table of names and values")
      }
      for (name, value) in table.fields.sorted(by: { $0.key < $1.key }) {
        let text = try bytes(value, "headers.\(name)")
        request.headers[name] = String(decoding: text, as: UTF8.self)
      }
      return request
    }

    private mutating func bytes(
      _ value: ScriptValue,
      _ name: String
    ) throws(HostCallError) -> [UInt8] {
      if case .handle(let index) = value, let entry = context.secrets[index] {
        used.append(index)
        return entry.secret.bytes
      }
      guard let bytes = ScriptText.plainBytes(value) else {
        throw arguments.wrong("\(name) must be text, not \(value.kindName)")
      }
      return bytes
    }
  }

  /// `{ headers = { … } }`, as `sign` returns it: the fields to add to the request.
  ///
  /// What was computed of a secret is one, which may go where all of them may.
  func answer(
    _ effects: any ScriptEffects,
    _ context: inout ScriptContext
  ) throws(HostCallError) -> [UInt8] {
    let signed = signer.sign(request, at: effects.now(), hashing: effects.hashing)
    for derivation in signed.derivations {
      let isProof = derivation.name == "signature"
      effects.derived(
        "\(arguments.function).\(derivation.name)",
        derivation.formula,
        isProof ? nil : derivation.value.map { Array($0.utf8) }
      )
    }
    let added = signed.request.headers.fields.filter { !request.headers.fields.contains($0) }
    var writer = ScriptMessageWriter()
    writer.table(1)
    writer.key("headers")
    writer.table(added.count)
    for field in added {
      let name = ASCII.lowercased(field.name)
      writer.key(name)
      if name == Self.tokenField, let sessionToken {
        writer.handle(sessionToken, name: context.secrets.name(sessionToken))
      } else {
        context.write(Array(field.value.utf8), madeOf: used, name, into: &writer)
      }
    }
    return writer.bytes
  }
}
