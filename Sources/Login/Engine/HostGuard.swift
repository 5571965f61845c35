import Providers
import Standards

/// Keeps credentials from hosts that they were not given to (design §8).
struct HostGuard: Sendable {
  let descriptor: Descriptor
  let tools: Tools

  init(_ descriptor: Descriptor, _ tools: Tools) {
    self.descriptor = descriptor
    self.tools = tools
  }

  /// Refuses to go on when the descriptor has come to reach more hosts than at the login.
  func requireUnchangedHosts(of credential: Credential) throws(AuthRunError) {
    let now: HostSet
    do throws(TemplateError) {
      now = try descriptor.hostSet(credential.options)
    } catch {
      throw AuthRunError(error)
    }
    let added = now.names.filter { !credential.hosts.contains($0) }
    guard added.isEmpty else {
      throw AuthRunError(
        .hostNotAllowed,
        "\(descriptor.source.fileName) has come to reach \(added.joined(separator: ", ")), to which "
          + "this credential was not given",
        provider: descriptor.id,
        step: "trust",
        hint: "if that is right, log in again: authrun login \(descriptor.id)"
      )
    }
  }

  /// Refuses a request to a host that the descriptor does not declare.
  func require(
    _ url: URI,
    for credential: Credential,
    step: String
  ) throws(AuthRunError) {
    try requireUnchangedHosts(of: credential)
    let hosts: HostSet
    do throws(TemplateError) {
      hosts = try descriptor.hostSet(credential.options)
    } catch {
      throw AuthRunError(error)
    }
    guard hosts.allows(url) else {
      throw AuthRunError(
        .hostNotAllowed,
        "\(url.origin) is none of the hosts of \(descriptor.source.fileName)",
        provider: descriptor.id,
        step: step,
        hint: "the descriptor allows \(hosts.names.joined(separator: ", "))"
      )
    }
  }
}
