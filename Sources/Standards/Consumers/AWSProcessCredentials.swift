/// The answer of a `credential_process` of the AWS tools and SDKs.
package enum AWSProcessCredentials {
  /// The names under which a credential keeps the three parts of an AWS key.
  private static let parts = ["access_key_id", "secret_access_key", "session_token"]

  /// `{"Version":1,"AccessKeyId","SecretAccessKey","SessionToken"?,"Expiration"?}`.
  ///
  /// Without an end the tools take the keys for permanent ones.
  package static func answer(_ stored: Credential) throws(ConsumerFault) -> ConsumerAnswer {
    guard let id = stored.part(parts[0]), let key = stored.part(parts[1]) else {
      throw ConsumerFault(
        "this account has no AWS keys: a descriptor keeps them as \(parts.joined(separator: ", "))",
        hint: "for a role that takes the account's token: --web-identity-file FILE"
      )
    }
    var object = JSONObject([
      ("Version", 1), ("AccessKeyId", .string(id)), ("SecretAccessKey", .string(key)),
    ])
    if let token = stored.part(parts[2]) { object["SessionToken"] = .string(token) }
    if let end = stored.expiresAt { object["Expiration"] = .string(end.rfc3339) }
    return ConsumerAnswer(output: JSONValue.object(object).serialized + "\n")
  }
}

extension Credential {
  /// The name under which extra secrets are kept among the extras; no descriptor can use it.
  package static let secretPartsName = "authrun:secrets"

  /// A text that came with the token: one of the extra secrets, or of what the descriptor keeps.
  package func part(_ name: String) -> String? {
    if name == "id_token", let idToken, !idToken.isEmpty { return idToken.text }
    if let text = extras[Self.secretPartsName]?.object?[name]?.string, !text.isEmpty {
      return text
    }
    guard !name.utf8.starts(with: "authrun:".utf8), let text = extras[name]?.string, !text.isEmpty
    else { return nil }
    return text
  }
}
