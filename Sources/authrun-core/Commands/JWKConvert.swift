import Crypto
import Login
import Standards

/// `authrun jwk convert FILE`.
struct JWKConvertCommand: Command {
  static let spec = CommandSpec(
    "jwk convert",
    [.init(name: "FILE")],
    needs: "--to jwk|pem",
    summary: "Write a key as a JWK or as PEM",
    details: [
      "FILE holds a JWK, a JWK Set or PEM (PKCS#8, PKCS#1, SEC 1, SubjectPublicKeyInfo, or a certificate), and "
        + "may be - for standard input. Printed is the public half, unless --private asks for the key itself. "
        + "PEM comes as SubjectPublicKeyInfo or, private, as PKCS#8."
    ],
    options: [
      CommandOption("to", .required("jwk|pem"), help: "The form to write."),
      CommandOption("private", help: "Print the private key."),
    ],
    examples: [
      .init(
        line: "authrun jwk convert private.pem --to jwk",
        purpose: "the public half, to publish"
      ),
      .init(
        line: "authrun jwk convert key.json --to pem --private",
        purpose: "the private key for OpenSSL"
      ),
    ]
  )

  /// A form in which a key is written.
  enum Form: String {
    case jwk, pem
  }

  let file: String
  let form: Form
  let isPrivate: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    file = arguments.first
    guard let name = arguments.options.last("to") else {
      throw UsageError("--to jwk or --to pem is missing")
    }
    guard let form = Form(rawValue: name) else {
      throw UsageError("--to must be jwk or pem, not “\(VisibleText.line(name))”")
    }
    self.form = form
    isPrivate = arguments.options.has("private")
  }

  func run(in context: CommandContext) async throws {
    let file = try await KeyFile.read(file)
    file.warn(on: context.terminal)
    try file.requireSoundKeys()
    let keys = try chosen(file)
    switch form {
    case .jwk: try write(members: keys, of: file, in: context)
    case .pem:
      var text = ""
      for key in keys { text += try pem(key, file) }
      if context.globals.json {
        try context.terminal.result(
          line: JSONValue.object(["pem": .string(text)]).visiblySerialized
        )
      } else {
        try context.terminal.result(text.utf8)
      }
    }
    if !isPrivate, file.keys.contains(where: \.isPrivate) {
      context.terminal.note("This is the public half; --private prints the private key.")
    }
  }

  /// The keys to print: their public halves, or the private keys that were asked for.
  private func chosen(_ file: KeyFile) throws(AuthRunError) -> [JWK] {
    var keys: [JWK] = []
    for key in file.keys {
      if isPrivate {
        guard key.isPrivate else { throw refusal(file, "there is no private key to print") }
        keys.append(key)
      } else {
        guard let half = key.publicKey else {
          throw refusal(
            file,
            "a symmetric key has no public half",
            hint: "--private prints the key itself"
          )
        }
        keys.append(half)
      }
    }
    guard !keys.isEmpty else { throw refusal(file, "there is no key in it") }
    return keys
  }

  private func write(members keys: [JWK], of file: KeyFile, in context: CommandContext) throws {
    let objects = keys.map { JSONValue.object($0.members(includingPrivate: isPrivate)) }
    let value: JSONValue
    if case .set = file.content {
      value = .object(["keys": .array(objects)])
    } else {
      value = objects.first ?? .null
    }
    try context.finish(json: value, lines: [VisibleText.of(value.prettyPrinted)])
  }

  private func pem(_ key: JWK, _ file: KeyFile) throws(AuthRunError) -> String {
    guard !key.isSymmetric else { throw refusal(file, "a symmetric key has no form in PEM") }
    do throws(JWKError) {
      return try KeyPEM.write(key, as: isPrivate ? .pkcs8 : .subjectPublicKeyInfo)
    } catch {
      throw file.fault(error)
    }
  }

  private func refusal(_ file: KeyFile, _ text: String, hint: String? = nil) -> AuthRunError {
    AuthRunError(.inputInvalid, "\(VisibleText.line(file.name)): \(text)", step: "key", hint: hint)
  }
}
