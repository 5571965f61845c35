import Standards
import Storage

/// What a vault's URL and the environment say about the connection, as the library's parameters.
struct ConnectionParameters {
  /// Names and values for the library; a password may be among them.
  private(set) var list: [(name: String, value: String)] = []
  /// What the user should know, such as a check that the URL gives up.
  private(set) var warnings: [String] = []
  /// How long failures that may pass are tried again, in seconds.
  private(set) var patience = 10

  /// Parameters of the URL that are handed on (libpq, “Parameter Key Words”).
  private static let known: Set<String> = [
    "host", "hostaddr", "port", "dbname", "user", "password", "passfile", "sslmode", "sslrootcert",
    "sslcert", "sslkey", "sslcrl", "sslcrldir", "sslsni", "ssl_min_protocol_version",
    "channel_binding", "require_auth", "connect_timeout", "keepalives", "keepalives_idle",
    "keepalives_interval", "keepalives_count", "tcp_user_timeout", "target_session_attrs",
    "options",
    "application_name", "load_balance_hosts",
  ]

  /// Reads `postgres://[user[:password]@][host[:port][,host2[:port2]…]][/database][?name=value&…]`.
  ///
  /// TLS is verified, name and authority, unless the URL names a weaker `sslmode`; a Unix-domain socket and
  /// loopback addresses may do without. Nothing in the environment can weaken it.
  ///
  /// - Throws: `location` for an address that cannot be read.
  init(
    _ address: ServerAddress,
    environment: (String) -> String?,
    isFile: (String) -> Bool
  ) throws(VaultError) {
    var values = try Self.values(address)
    for name in values.keys.sorted() where !Self.known.contains(name) {
      throw VaultError(
        .location,
        "the vault's address has a parameter “\(name)”, which is not known",
        hint: "such as sslmode, sslrootcert, connect_timeout, target_session_attrs"
      )
    }
    if values["password"] != nil {
      warnings.append(
        "the vault's address holds a password, which other users can see in the list of processes: "
          + "use AUTHRUN_VAULT_PASSWORD, PGPASSWORD or ~/.pgpass"
      )
    } else if let password = environment("AUTHRUN_VAULT_PASSWORD"), !password.isEmpty {
      values["password"] = password
    }
    let hosts = (values["host"] ?? environment("PGHOST") ?? "").split(
      separator: ",",
      omittingEmptySubsequences: false
    )
    let address = values["hostaddr"] ?? environment("PGHOSTADDR") ?? ""
    let isNear = hosts.allSatisfy { Self.isNear(String($0)) } && address.isEmpty
    try Self.secure(&values, isNear: isNear, &warnings, environment, isFile)
    if hosts.count > 1 {
      values["target_session_attrs"] = values["target_session_attrs"] ?? "read-write"
    }
    let defaults = [
      "connect_timeout": "5", "application_name": "authrun", "keepalives_idle": "10",
      "keepalives_interval": "5", "keepalives_count": "3", "tcp_user_timeout": "15000",
      "client_encoding": "UTF8",
      // GSS encryption would take the place of TLS, and asking for it costs a round trip.
      "gssencmode": "disable",
    ]
    if let text = values["connect_timeout"], let seconds = Int(text) {
      patience = max(1, min(seconds, 600))
    }
    values.merge(defaults) { given, _ in given }
    list = values.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
  }

  /// Decides `sslmode` and the authorities.
  private static func secure(
    _ values: inout [String: String],
    isNear: Bool,
    _ warnings: inout [String],
    _ environment: (String) -> String?,
    _ isFile: (String) -> Bool
  ) throws(VaultError) {
    let modes = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"]
    let mode = values["sslmode"] ?? (isNear ? "prefer" : "verify-full")
    guard modes.contains(mode) else {
      throw VaultError(
        .location,
        "the vault's address has the sslmode “\(mode)”, which is not known",
        hint: "verify-full is the default"
      )
    }
    values["sslmode"] = mode
    if !isNear, mode != "verify-full" {
      let what =
        switch mode {
        case "verify-ca": "the server's name is not checked"
        case "require": "the server is not checked, so that anybody could take its place"
        default: "the connection may be readable by others"
        }
      warnings.append("the vault's address says sslmode=\(mode): \(what)")
    }
    guard mode.hasPrefix("verify-"), values["sslrootcert"] == nil else { return }
    var files = environment("HOME").map { ["\($0)/.postgresql/root.crt"] } ?? []
    files += [
      "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
    ]
    if let named = environment("PGSSLROOTCERT"), !named.isEmpty { files.insert(named, at: 0) }
    guard let file = files.first(where: isFile) else {
      throw VaultError(
        .location,
        "no file of trusted certificate authorities is found",
        hint: "install ca-certificates, or name a file: ?sslrootcert=FILE"
      )
    }
    values["sslrootcert"] = file
  }

  /// Whether a host is this machine: a socket's directory, or loopback.
  private static func isNear(_ host: String) -> Bool {
    host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost"
      || host == "::1" || isLoopback(host)
  }

  private static func isLoopback(_ host: String) -> Bool {
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}

extension ConnectionParameters {
  private static func values(_ address: ServerAddress) throws(VaultError) -> [String: String] {
    var values: [String: String] = [:]
    let parts = address.url.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw unreadable }
    let bare = parts[1].prefix { $0 != "?" }
    let query = parts[1].dropFirst(bare.count + 1)
    var place = bare[...]
    if let at = bare.lastIndex(of: "@") {
      let credentials = bare[..<at].split(
        separator: ":",
        maxSplits: 1,
        omittingEmptySubsequences: false
      )
      if !credentials[0].isEmpty { values["user"] = try decoded(credentials[0]) }
      if credentials.count == 2 { values["password"] = try decoded(credentials[1]) }
      place = bare[bare.index(after: at)...]
    }
    if let slash = place.firstIndex(of: "/") {
      let name = place[place.index(after: slash)...]
      if !name.isEmpty { values["dbname"] = try decoded(name) }
      place = place[..<slash]
    }
    if !place.isEmpty {
      var hosts: [String] = []
      var ports: [String] = []
      for item in place.split(separator: ",", omittingEmptySubsequences: false) {
        let (host, port) = try hostAndPort(item)
        hosts.append(host)
        ports.append(port)
      }
      values["host"] = hosts.joined(separator: ",")
      if ports.contains(where: { !$0.isEmpty }) { values["port"] = ports.joined(separator: ",") }
    }
    for pair in query.split(separator: "&") {
      let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard halves.count == 2 else { throw unreadable }
      values[String(halves[0])] = try decoded(halves[1])
    }
    return values
  }

  private static func hostAndPort(_ item: Substring) throws(VaultError) -> (String, String) {
    var host = item
    var port: Substring = ""
    if item.first == "[" {
      guard let end = item.firstIndex(of: "]") else { throw unreadable }
      host = item[item.index(after: item.startIndex)..<end]
      port = item[item.index(after: end)...]
      guard port.isEmpty || port.first == ":" else { throw unreadable }
      port = port.dropFirst()
    } else if let colon = item.firstIndex(of: ":") {
      host = item[..<colon]
      port = item[item.index(after: colon)...]
    }
    guard port.isEmpty || UInt16(port) != nil else { throw unreadable }
    return (try decoded(host), String(port))
  }

  private static func decoded(_ text: Substring) throws(VaultError) -> String {
    guard let bytes = try? PercentEncoding.decode(String(text)), !bytes.contains(0),
      let decoded = String(validating: bytes, as: UTF8.self)
    else { throw unreadable }
    return decoded
  }

  /// Never quotes the address: a password may stand anywhere in one that cannot be read.
  private static var unreadable: VaultError {
    VaultError(
      .location,
      "the vault's address cannot be read",
      hint: "as in postgres://user@host:5432/database; other characters are percent-encoded"
    )
  }
}
