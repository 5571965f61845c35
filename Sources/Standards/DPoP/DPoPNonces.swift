/// The nonces that servers sent last, each kept for its origin and role (RFC 9449 §8, §9).
package struct DPoPNonces: Hashable, Sendable {
  /// As what a server was asked: one origin may be both, with nonces of two makers.
  package enum Role: Hashable, Sendable {
    /// RFC 9449 §8.
    case authorizationServer
    /// RFC 9449 §9.
    case resourceServer
  }

  private struct Place: Hashable, Sendable {
    let origin: String
    let role: Role
  }

  private var nonces: [Place: String] = [:]

  package init() {}

  /// The nonce for the next proof to this URL's origin.
  package subscript(url: URI, role: Role) -> String? {
    nonces[Place(origin: url.origin, role: role)]
  }

  /// Takes over the nonce of a response, and says whether the refused request is worth one more attempt.
  ///
  /// It is when the server refused for want of a nonce and sent one other than that of the request. The
  /// attempt has the same body, a new `jti`, and the nonce of this store.
  package mutating func update(
    from response: HTTPResponse,
    to url: URI,
    as role: Role,
    sent: String?
  ) -> Bool {
    let values = response.headers.values("DPoP-Nonce")
    guard values.count == 1, let nonce = values.first, Self.isNonce(nonce) else { return false }
    nonces[Place(origin: url.origin, role: role)] = nonce
    return nonce != sent && Self.asksForNonce(response)
  }

  /// A token endpoint says so in its body, a resource in its challenge (RFC 9449 §8, §9).
  private static func asksForNonce(_ response: HTTPResponse) -> Bool {
    switch response.status {
    case 400:
      let object = (try? JSONReader.read(response.body))?.object
      return object?["error"]?.string == "use_dpop_nonce"
    case 401:
      return AuthenticationChallenge.all(of: response).contains {
        $0.isScheme("DPoP") && $0["error"] == "use_dpop_nonce"
      }
    default: return false
    }
  }

  /// One or more visible characters but quote and backslash (RFC 9449 §8.1).
  private static func isNonce(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "\"")
          && byte != UInt8(ascii: "\\")
      }
  }
}
