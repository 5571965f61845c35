import Standards
import Storage

/// The helpers of tools that name a server: what they may have depends on it.
extension HitPath {
  static func git(
    _ operation: GitCredential.Operation,
    _ request: HitRequest,
    _ input: inout Input
  ) -> ConsumerAnswer? {
    // What git saw work is stored already.
    guard operation == .get else { return .silence }
    guard let bytes = input.read(toEmptyLine: true), let wanted = try? GitCredential(bytes) else {
      return nil
    }
    guard let host = wanted.hostName else { return .silence }
    guard let hosts = hosts() else { return nil }
    let entry = hosts.entry(forHost: host)
    guard let account = request.account ?? entry?.account,
      let stored = stored(account, request)
    else { return nil }
    let credential = stored.credential
    // Why not, the whole program finds out.
    guard hosts.permit(account, stored.id, credential, toHost: host) else { return nil }
    return try? wanted.answer(credential, user: request.user ?? entry?.user)
  }

  static func docker(
    _ operation: DockerCredential.Operation,
    _ request: HitRequest,
    _ input: inout Input
  ) -> ConsumerAnswer? {
    guard let hosts = hosts() else { return nil }
    if operation == .list { return DockerCredential.list(hosts) }
    guard let bytes = input.read(toEmptyLine: false) else { return nil }
    guard let server = DockerCredential.server(bytes) else { return DockerCredential.noServer }
    guard let host = HostName.of(server: server) else { return DockerCredential.notFound }
    let entry = hosts.entry(forHost: host)
    // docker asks about every registry that it meets: without a line there is nothing to open.
    guard let account = request.account ?? entry?.account else { return DockerCredential.notFound }
    guard let stored = stored(account, request) else { return nil }
    let credential = stored.credential
    guard hosts.permit(account, stored.id, credential, toHost: host) else { return nil }
    return try? DockerCredential.answer(
      credential,
      server: server,
      user: request.user ?? entry?.user
    )
  }

  /// The user's list of hosts; `nil` for one that the whole program must complain about.
  private static func hosts() -> HostAccounts? {
    do throws(VaultError) {
      guard let list = try HostsFile.read() else { return HostAccounts() }
      return list.faults.isEmpty ? list : nil
    } catch {
      return nil
    }
  }
}
