package import Standards

/// A JWT that a client signs: a token of its own, or a proof of who it is.
package struct AssertionSpec: Hashable, Sendable {
  /// What the option with the key holds.
  package enum KeyForm: String, Hashable, Sendable {
    /// PEM, a JWK, or the file of a service account.
    case pem
    case text
    case hex
    case base64
  }

  /// A member of header or claims: text with options in it, or plain data.
  package struct Member: Hashable, Sendable {
    package enum Value: Hashable, Sendable {
      case template(TextTemplate)
      case data(JSONValue)
    }

    package let name: String
    package let value: Value

    package init(name: String, value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// The usual one of the key where absent.
  package var algorithm: SignatureAlgorithm?
  package var keyForm = KeyForm.pem
  package var keyID: TextTemplate?
  package var audience: TextTemplate?
  /// In seconds, as is `backdate`.
  package var lifetime: Int64 = 60
  package var backdate: Int64 = 0
  package var header: [Member] = []
  package var claims: [Member] = []

  package init() {}

  /// The options that it names.
  package var templates: [TextTemplate] {
    let members = (header + claims).compactMap { member in
      if case .template(let text) = member.value { text } else { nil }
    }
    return members + [keyID, audience].compactMap { $0 }
  }
}
