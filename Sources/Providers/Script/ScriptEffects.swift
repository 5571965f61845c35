package import Standards

/// What a script can make happen outside itself; the engine stands behind it, tests put fakes there.
///
/// Every effect may be cancelled. The waiting happens outside the threads that run scripts.
package protocol ScriptEffects: Sendable {
  /// Sends a request whose host was checked; follows no redirect.
  ///
  /// - Throws: `ScriptEffectError`, or any error, which counts as a failed network.
  @concurrent
  func send(_ request: HTTPRequest) async throws -> HTTPResponse
  /// Has the user visit `url` and returns the parameters of the callback.
  @concurrent
  func authorize(_ url: URI) async throws -> Parameters
  /// Asks the user; a secret answer is not shown while it is typed.
  @concurrent
  func prompt(_ text: String, secret: Bool) async throws -> Secret
  func now() -> Timestamp
  /// Takes one line of the script's log, redacted and printable.
  func log(_ line: String)
  var hashing: any Hashing { get }
  var random: any RandomSource { get }
  /// Signs a JWT; for an HMAC algorithm the key's bytes are the secret, for others PEM or a JWK.
  func sign(
    _ claims: JSONObject,
    header: JSONObject,
    key: Secret,
    algorithm: SignatureAlgorithm
  ) throws(ScriptEffectError) -> Secret
  /// Makes a signer of RSASSA-PKCS1-v1_5 with a private key in PEM or a JWK.
  func rsaSigner(
    _ key: Secret,
    hash: HashAlgorithm
  ) throws(ScriptEffectError) -> any MessageSigner
  /// Shows in a trace how a script's value came about; without a value where it must not be seen.
  func derived(_ name: String, _ formula: String, _ value: [UInt8]?)
}

extension ScriptEffects {
  package func rsaSigner(
    _ key: Secret,
    hash: HashAlgorithm
  ) throws(ScriptEffectError) -> any MessageSigner {
    throw ScriptEffectError(.protocol, "nothing signs here")
  }

  package func derived(_ name: String, _ formula: String, _ value: [UInt8]?) {}

  package func sign(
    _ claims: JSONObject,
    header: JSONObject,
    key: Secret,
    algorithm: SignatureAlgorithm
  ) throws(ScriptEffectError) -> Secret {
    throw ScriptEffectError(.protocol, "nothing signs here")
  }
}

/// An effect that failed, with the code that the script's operation ends with if it is not caught.
package struct ScriptEffectError: Error, Sendable {
  package var code: ScriptFailureCode
  /// The cause, without secrets.
  package var message: String
  package var providerCode: String?

  package init(_ code: ScriptFailureCode, _ message: String, providerCode: String? = nil) {
    self.code = code
    self.message = message
    self.providerCode = providerCode
  }
}
