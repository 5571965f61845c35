/// What git tells a credential helper, and what the helper answers (git-credential(1)).
package struct GitCredential: Sendable {
  /// What git wants done.
  package enum Operation: String, Sendable {
    case get
    case store
    case erase
  }

  /// Why the lines are no description of a credential.
  package struct Fault: Error, Hashable, Sendable {
    package let reason: String
  }

  package private(set) var scheme = ""
  /// The host, with a port where one was given.
  package private(set) var host = ""
  package private(set) var user: String?
  /// What git tried and the server refused, for `erase`; a token is in either.
  package private(set) var password: Secret?
  package private(set) var credential: Secret?
  /// Whether git takes a ready `Authorization` field (git 2.46).
  package private(set) var takesAuthType = false
  /// The server's `WWW-Authenticate` fields (git 2.41).
  package private(set) var challenges: [String] = []

  /// The most that is read, in bytes: a description has a few hundred.
  package static let limit = 65_000

  /// Reads `key=value` lines up to an empty one or the end; the last of a repeated key counts.
  ///
  /// A carriage return or a NUL in a value is how an answer for one host is made to look like one for
  /// another (CVE-2020-5260, CVE-2024-52006); such input is refused as a whole.
  package init(_ bytes: [UInt8]) throws(Fault) {
    guard bytes.count <= Self.limit else { throw Fault(reason: "it is too long") }
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if line.isEmpty { break }
      guard line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
        throw Fault(reason: "a line holds a control character")
      }
      guard let equals = line.firstIndex(of: UInt8(ascii: "=")), equals > line.startIndex,
        let key = String(validating: line[..<equals], as: UTF8.self)
      else { throw Fault(reason: "a line is not KEY=VALUE") }
      take(key, Array(line[(equals + 1)...]))
    }
  }

  private mutating func take(_ key: String, _ value: [UInt8]) {
    let text = String(decoding: value, as: UTF8.self)
    switch key {
    case "protocol": scheme = text
    case "host": host = text
    case "username": user = text
    case "password": password = Secret(value)
    case "credential": credential = Secret(value)
    case "capability[]": if text == "authtype" { takesAuthType = true }
    case "wwwauth[]": if value.isEmpty { challenges = [] } else { challenges.append(text) }
    default: break
    }
  }

  /// The server's name; `nil` where git asks about no web server, or in a way that is not plain.
  package var hostName: String? { HostName.of(scheme: scheme, authority: host) }

  /// The user name that servers take with an OAuth token; some want another.
  private static let usualUser = "oauth2"

  /// The lines that hand a token out.
  ///
  /// A git that takes `authtype` is told that the token must not be kept by another helper (`ephemeral`);
  /// it is sent as a bearer token where the server offers that and as a password elsewhere. An older git
  /// gets a user name and a password. Either way it is told when the token ends.
  package func answer(
    _ stored: Credential,
    user given: String?
  ) throws(ConsumerFault) -> ConsumerAnswer {
    let token = try stored.bearer(for: "git")
    let user = given ?? self.user ?? Self.usualUser
    guard !user.isEmpty, user.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw ConsumerFault("the user name holds characters that git cannot take")
    }
    var lines: [String] = []
    if takesAuthType {
      lines.append("capability[]=authtype")
      if offersBearer {
        lines += ["authtype=Bearer", "credential=\(token)"]
      } else {
        lines += ["authtype=Basic", "credential=\(Base64.encode(Array("\(user):\(token)".utf8)))"]
      }
      lines.append("ephemeral=1")
    } else {
      lines += ["username=\(user)", "password=\(token)"]
    }
    if let end = stored.expiresAt { lines.append("password_expiry_utc=\(end.seconds)") }
    return ConsumerAnswer(output: lines.map { $0 + "\n" }.joined())
  }

  /// Whether the server has said that it takes bearer tokens (RFC 6750 §3).
  private var offersBearer: Bool {
    challenges.contains { challenge in
      ASCII.equalIgnoringCase(String(challenge.prefix { $0 != " " && $0 != "," }), "Bearer")
    }
  }

  /// The token that the server refused, taken out of whatever form it was handed out in.
  package var refused: Secret? {
    if let password { return password }
    guard let credential else { return nil }
    // Basic carries user and token in base64 (RFC 7617 §2), and a token itself may look like base64.
    if let pair = try? Base64.decode(credential.bytes),
      let colon = pair.firstIndex(of: UInt8(ascii: ":"))
    {
      return Secret(Array(pair[(colon + 1)...]))
    }
    return credential
  }
}
