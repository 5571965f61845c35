import Crypto
import Standards
import TestSupport
import Testing

/// Keys and readers that several suites of JOSE share.
enum JOSEFixtures {
  static let signatures = OpenSSLSignatures()

  /// The key of RFC 7515, appendix A.1.
  static let hmacKey =
    #"{"kty":"oct","k":"AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"}"#

  /// The key of RFC 7515, appendix A.3.
  static let ecKey =
    #"{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0","d":"jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"}"#

  /// The key of RFC 8037, appendix A.1.
  static let ed25519Key =
    #"{"kty":"OKP","crv":"Ed25519","d":"nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#

  static func key(_ json: String) throws -> JWK {
    try JWK.read(Array(json.utf8))
  }

  static func shared(_ name: String) throws -> JSONValue {
    try JSONReader.read(SharedFolder.bytes("vectors/\(name)"))
  }

  static func object(_ value: JSONValue?) throws -> JSONObject {
    try #require(value?.object)
  }

  static func text(_ value: JSONValue?) throws -> String {
    try #require(value?.string)
  }

  static func verify(
    _ token: String,
    key json: String,
    _ algorithms: [SignatureAlgorithm],
    options: JWS.Options = .strict
  ) throws -> VerifiedJWS {
    let keys = try JWSVerificationKeys(key(json), algorithms: algorithms, provider: signatures)
    return try JWS.verify(token, keys: keys, options: options)
  }

  static func sign(
    _ payload: String,
    key json: String,
    _ algorithm: SignatureAlgorithm,
    header: JSONObject = [:]
  ) throws -> String {
    let key = try JWSSigningKey(key(json), algorithm: algorithm, provider: signatures)
    return try JWS.sign(Array(payload.utf8), header: header, with: key)
  }
}
