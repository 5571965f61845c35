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
  /// Whether the user is there to be asked or sent somewhere, which may take any time.
  var mayAskUser: Bool { get }
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
}

extension ScriptEffects {
  package var mayAskUser: Bool { false }

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
