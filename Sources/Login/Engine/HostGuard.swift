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
    let added = try descriptor.reach(credential.options).filter { !credential.hosts.contains($0) }
    guard added.isEmpty else {
      throw AuthRunError(
        .hostNotAllowed,
        "\(descriptor.source.fileName) has come to reach \(added.joined(separator: ", ")), to which "
          + "this credential was not given",
        provider: descriptor.id,
        step: "trust",
        hint:
          "if that is right: authrun trust \(descriptor.id); what it is: authrun show \(descriptor.id)"
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

extension Descriptor {
  /// Where credentials and secrets may go with these options: each host, and each secret with its hosts.
  ///
  /// Remembered with a credential, so that a descriptor that comes to reach more is noticed.
  func reach(_ options: [String: OptionValue]) throws(AuthRunError) -> [String] {
    do throws(TemplateError) {
      let bindings = try secretBindings(options).sorted { $0.key < $1.key }
      return try hostSet(options).names + (privateHosts ? ["addresses of private networks"] : [])
        + bindings.flatMap { secret, hosts in hosts.names.map { "\(secret) to \($0)" } }
    } catch {
      throw AuthRunError(error)
    }
  }
}
