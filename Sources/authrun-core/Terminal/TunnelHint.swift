import Standards

/// The command that brings a callback home from the browser of another machine.
enum TunnelHint {
  /// The exact `ssh -L` line for a login that runs in an SSH session; `nil` anywhere else.
  static func line(redirectURI: URI, environment: Environment) -> String? {
    // Client address, client port, server address, server port.
    let connection = (environment["SSH_CONNECTION"] ?? "").split(separator: " ")
    guard connection.count == 4, redirectURI.isLoopback, let port = redirectURI.effectivePort else {
      return nil
    }
    let user = environment.nonEmpty("USER") ?? environment.nonEmpty("LOGNAME")
    let host = user.map { "\($0)@\(connection[2])" } ?? String(connection[2])
    let sshPort = connection[3] == "22" ? "" : "-p \(connection[3]) "
    return "ssh \(sshPort)-L \(port):\(redirectURI.host):\(port) -N \(host)"
  }
}
