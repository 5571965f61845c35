import Crypto
import Login
import Standards

/// `authrun jwk thumbprint FILE`.
struct JWKThumbprintCommand: Command {
  static let spec = CommandSpec(
    "jwk thumbprint",
    [.init(name: "FILE")],
    summary: "Print the SHA-256 thumbprint of a key",
    details: [
      "FILE holds a JWK, a JWK Set or PEM, and may be - for standard input. The thumbprint is that of RFC 7638: "
        + "the same for both halves of a pair, whatever else the file says about the key. Of a set each key has "
        + "a line: thumbprint, type and kid."
    ],
    examples: [
      .init(
        line: "authrun jwk thumbprint public.pem",
        purpose: "an id for the key that anyone can compute"
      )
    ]
  )

  let file: String

  init(_ arguments: Arguments) throws(UsageError) {
    file = arguments.first
  }

  func run(in context: CommandContext) async throws {
    let file = try await KeyFile.read(file)
    file.warn(on: context.terminal)
    try file.requireSoundKeys()
    let tracer = try context.tracer()
    let prints = file.keys.map { KeyThumbprint($0) }
    for print in prints { tracer.derived("thumbprint", print.derivations) }
    if case .set = file.content {
      try context.finish(
        json: .object(JSONObject([("keys", .array(prints.map(\.json)))])),
        lines: prints.map(\.line)
      )
    } else if let print = prints.first {
      try context.finish(json: print.json, lines: [print.text])
    }
    if file.keys.contains(where: \.isSymmetric) {
      context.terminal.note(
        "A symmetric key's thumbprint lets a weak key be guessed: keep it to yourself."
      )
    }
  }
}

/// A key's thumbprint and how it came about (RFC 7638).
struct KeyThumbprint {
  let key: JWK
  let text: String

  init(_ key: JWK) {
    self.key = key
    text = Base64URL.encode(key.thumbprint(hashing: OpenSSLHashing()))
  }

  var line: String {
    ([text, key.keyType] + (key.keyID.map { [VisibleText.line($0)] } ?? [])).joined(separator: "  ")
  }

  /// `{"thumbprint","uri","kty","kid"|null}`; the URI is that of RFC 9278.
  var json: JSONValue {
    .object(
      JSONObject([
        ("thumbprint", .string(text)),
        ("uri", .string("urn:ietf:params:oauth:jwk-thumbprint:sha-256:\(text)")),
        ("kty", .string(key.keyType)), ("kid", .text(key.keyID)),
      ])
    )
  }

  /// The required members and their hash; those of a symmetric key are the key itself.
  var derivations: [Derivation] {
    [
      Derivation(
        name: "required_members",
        formula: "the members that make the key, by name, without spaces (RFC 7638 §3.2)",
        value: key.isSymmetric ? nil : JSONValue.object(key.requiredMembers).serialized
      ),
      Derivation(name: "thumbprint", formula: "base64url(SHA-256(required_members))", value: text),
    ]
  }
}
