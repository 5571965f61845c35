package import Standards

/// What a callback carries and how it differs from RFC 6749 §4.1.2.
package struct CallbackSpec: Hashable, Sendable {
  package enum Issuer: String, Hashable, Sendable {
    case required
    case optional
    case ignored
  }

  /// A keyed digest over the callback.
  package struct Signature: Hashable, Sendable {
    package var signature: CallbackSignature
    package var key: TextTemplate
  }

  package var code = "code"
  package var state = "state"
  package var error = "error"
  package var errorDescription = "error_description"
  package var payload: String?
  package var acceptsMissingState = false
  package var issuer = Issuer.optional
  /// Parameters to give back, by their names in the callback.
  package var send: [String: String] = [:]
  /// Options to fill in, with the parameter of each.
  package var set: [String: String] = [:]
  package var keep: [String] = []
  package var signature: Signature?

  package init() {}
}
