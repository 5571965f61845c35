/// What a tool that asked for a credential gets: its protocol's text, or words about why there is none.
package struct ConsumerAnswer: Hashable, Sendable {
  package var output: String
  /// For standard error.
  package var errors: String
  package var status: Int32

  package init(output: String = "", errors: String = "", status: Int32 = 0) {
    self.output = output
    self.errors = errors
    self.status = status
  }

  /// Nothing to say: another helper of the tool may know more.
  package static let silence = ConsumerAnswer()
}

/// Why an account's credential cannot be said in a tool's protocol.
package struct ConsumerFault: Error, Hashable, Sendable {
  package let message: String
  package let hint: String?

  package init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}

extension Credential {
  /// The access token where it works alone: an OAuth 1.0a token does not (RFC 5849 §3.1).
  package func bearer(for tool: String) throws(ConsumerFault) -> String {
    guard kind != .oauth1 else {
      throw ConsumerFault(
        "\(tool) needs a token that works alone, and an OAuth 1.0a request is signed as a whole",
        hint: "authrun request and authrun helper curl sign requests"
      )
    }
    guard kind != .basic, dpopKey == nil else {
      throw ConsumerFault(
        "\(tool) needs a bearer token, and this account has a password or a token bound to a key",
        hint: "authrun request makes the request itself"
      )
    }
    let token = accessToken.text
    guard !token.isEmpty, token.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw ConsumerFault("the token holds characters that \(tool) cannot take")
    }
    return token
  }
}
