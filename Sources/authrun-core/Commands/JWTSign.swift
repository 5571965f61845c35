import Crypto
import Login
import Standards

/// `authrun jwt sign`.
struct JWTSignCommand: Command {
  static let spec = CommandSpec(
    "jwt sign",
    summary: "Make a signed JSON Web Token from claims",
    details: [
      "The claims are taken as they are: no time and no id is added. The header gets alg, the key's kid and "
        + "typ JWT, unless --header says otherwise."
    ],
    options: [
      CommandOption(
        "key",
        .required("FILE"),
        help: "Sign with the private key in this file: a JWK, a JWK Set or PEM."
      ),
      CommandOption("alg", .required("ALGORITHM"), help: "Sign with this algorithm."),
      CommandOption(
        "header",
        .required("NAME=VALUE"),
        repeatable: true,
        help: "Add a text to the header; kid also chooses the key of a set."
      ),
      CommandOption(
        "claims",
        .required("FILE"),
        help: "Read the claims, a JSON object, from this file; - is standard input."
      ),
    ],
    examples: [
      .init(
        line: "authrun jwt sign --key private.pem --alg ES256 --header kid=k1 --claims claims.json",
        purpose: "a token that the holder of the public key can verify"
      )
    ]
  )

  let keyFile: String
  let algorithm: SignatureAlgorithm
  let header: JSONObject
  let claimsFile: String?

  private static let largestClaims = 1 << 20

  init(_ arguments: Arguments) throws(UsageError) {
    let options = arguments.options
    guard let file = options.last("key") else { throw UsageError("--key FILE is missing") }
    guard let name = options.last("alg") else { throw UsageError("--alg ALGORITHM is missing") }
    keyFile = file
    algorithm = try SignatureAlgorithm(argument: name)
    header = try Self.header(options.all("header"))
    claimsFile = options.last("claims")
    if keyFile == "-", claimsFile == "-" {
      throw UsageError("standard input cannot be both the key and the claims")
    }
  }

  func run(in context: CommandContext) async throws {
    let file = try await KeyFile.read(keyFile)
    file.warn(on: context.terminal)
    let claims = try await claims()
    let key = try signingKey(file)
    let token: String
    do throws(JWSError) {
      token = try JWT.sign(claims, header: header, with: key)
    } catch {
      throw AuthRunError(.inputInvalid, error.reason, step: "jwt")
    }
    try JWTTrace(tracer: context.tracer()).signed(token)
    try context.finish(
      json: .object(JSONObject([("token", .string(token))])),
      lines: [token]
    )
  }

  /// The one key of the file that can sign with the algorithm and has the `kid` asked for.
  private func signingKey(_ file: KeyFile) throws(AuthRunError) -> JWSSigningKey {
    var candidates = file.keys
    if case .set = file.content, let wanted = header["kid"]?.string {
      candidates = candidates.filter { $0.keyID?.utf8.elementsEqual(wanted.utf8) ?? false }
    }
    var reason: JWKError?
    var found: [JWSSigningKey] = []
    for key in candidates {
      do throws(JWKError) {
        found.append(
          try JWSSigningKey(key, algorithm: algorithm, provider: OpenSSLSignatures())
        )
      } catch {
        reason = error
      }
    }
    if found.count == 1, let key = found.first { return key }
    if candidates.count == 1, let reason { throw file.fault(reason) }
    throw AuthRunError(
      .inputInvalid,
      "\(VisibleText.line(file.name)): \(found.isEmpty ? "no key" : "more than one key") fits \(algorithm.rawValue)",
      step: "key",
      hint: "--header kid=ID chooses one"
    )
  }

  private func claims() async throws(AuthRunError) -> JSONObject {
    guard let claimsFile else { return JSONObject() }
    let bytes: [UInt8]
    if claimsFile == "-" {
      guard let input = await LineInput.standard.all(limit: Self.largestClaims) else {
        throw AuthRunError(.inputInvalid, "standard input cannot be read", step: "jwt")
      }
      bytes = input
    } else {
      do throws(FileProblem) {
        bytes = try FileDescriptorIO.contents(ofFile: claimsFile, limit: Self.largestClaims)
      } catch {
        throw AuthRunError(.inputInvalid, error.message, step: "jwt")
      }
    }
    do throws(JSONError) {
      if let object = try JSONReader.read(bytes, limits: .signed).object { return object }
    } catch {
      throw AuthRunError(.inputInvalid, "the claims are no JSON: \(error)", step: "jwt")
    }
    throw AuthRunError(.inputInvalid, "the claims are no JSON object", step: "jwt")
  }

  private static func header(_ texts: [String]) throws(UsageError) -> JSONObject {
    var header: JSONObject = ["typ": "JWT"]
    var seen: Set<String> = []
    for text in texts {
      guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
        throw UsageError("--header needs NAME=VALUE")
      }
      let name = String(text[..<equals])
      guard name != "alg" else { throw UsageError("--header cannot name alg; --alg does") }
      guard seen.insert(name).inserted else {
        throw UsageError("--header \(VisibleText.line(name)) is given twice")
      }
      header[name] = .string(String(text[text.index(after: equals)...]))
    }
    return header
  }
}
