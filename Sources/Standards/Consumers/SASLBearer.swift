/// The client's first message of the mail protocols' mechanisms for bearer tokens.
package enum SASLBearer: String, Sendable {
  /// Google's and Microsoft's own mechanism.
  case xoauth2
  /// The standard one (RFC 7628 §3.1).
  case oauthbearer

  /// The message in base64, as IMAP, POP and SMTP send it.
  ///
  /// `server` is the host and the port that the client connects to; the standard names them in the
  /// message and most servers do without.
  package func line(
    _ stored: Credential,
    user: String,
    host: String? = nil,
    port: String? = nil
  ) throws(ConsumerFault) -> String {
    let token = try stored.bearer(for: "mail")
    let texts = [user, host ?? "", port ?? ""]
    guard texts.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }) else {
      throw ConsumerFault("the user name, the host or the port holds a control character")
    }
    var message: String
    switch self {
    case .xoauth2: message = "user=\(user)\u{01}"
    case .oauthbearer:
      message = "n,a=\(Self.saslName(user)),\u{01}"
      if let host { message += "host=\(host)\u{01}" }
      if let port { message += "port=\(port)\u{01}" }
    }
    message += "auth=Bearer \(token)\u{01}\u{01}"
    return Base64.encode(Array(message.utf8))
  }

  /// A name in which a comma and an equals sign are escaped (RFC 5801 §4).
  private static func saslName(_ name: String) -> String {
    var escaped = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case ",": escaped += "=2C"
      case "=": escaped += "=3D"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension Identity {
  /// The name by which a mail server knows the account.
  package var mailUser: String? { email ?? login }
}
