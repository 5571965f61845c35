import HTTP
package import Providers
import Standards
import Storage

/// Looks at what a login to one provider needs.
package struct ProviderExamination: Sendable {
  private let engine: Engine
  private let descriptor: Descriptor
  /// Whether the provider's hosts are asked for an answer.
  private let contacts: Bool

  package init(_ engine: Engine, _ descriptor: Descriptor, contacts: Bool) {
    self.engine = engine
    self.descriptor = descriptor
    self.contacts = contacts
  }

  package func run() async -> [DoctorCheck] {
    var checks = [DoctorCheck("descriptor", .ok, "\(descriptor.source.path) holds")]
    for loosening in descriptor.loosened {
      checks.append(
        DoctorCheck(
          "descriptor",
          .ok,
          "\(loosening.field) loosens a check: \(loosening.consequence)"
        )
      )
    }
    let accounts = await accountChecks()
    let (options, values) = optionChecks()
    checks += options + portChecks() + accounts
    if contacts { checks += await hostChecks(values) }
    return checks
  }

  private func accountChecks() async -> [DoctorCheck] {
    guard let accounts = try? engine.accounts() else { return [] }
    var checks: [DoctorCheck] = []
    for status in accounts where status.account.provider == descriptor.id {
      let name = "account \(status.account.name)"
      if case .loginNeeded(let reason, _) = status.standing {
        checks.append(
          DoctorCheck(
            name,
            .problem,
            reason,
            hint: "authrun login \(status.account)",
            code: .loginNeeded
          )
        )
      } else if let check = trustCheck(status.account, name) {
        checks.append(check)
      } else {
        checks.append(DoctorCheck(name, .ok, "is logged in"))
        if let check = await healthCheck(status.account) { checks.append(check) }
      }
    }
    return checks
  }

  /// What is withheld from the account's descriptor; `nil` where nothing is.
  private func trustCheck(_ account: AccountID, _ name: String) -> DoctorCheck? {
    do throws(AuthRunError) {
      let added = try engine.withheld(from: account)
      guard !added.isEmpty else { return nil }
      return DoctorCheck(
        name,
        .problem,
        "is withheld: the descriptor has come to reach \(added.joined(separator: ", ")) since the login",
        hint: "if that is right: authrun trust \(account.provider)",
        code: .hostNotAllowed
      )
    } catch {
      return DoctorCheck(name, error)
    }
  }

  /// What the descriptor's own `health` says of the account, which it may ask the provider.
  private func healthCheck(_ account: AccountID) async -> DoctorCheck? {
    guard contacts, descriptor.hooks.contains(.health) else { return nil }
    let name = "health \(account.name)"
    do throws(AuthRunError) {
      guard let report = try await engine.health(account) else { return nil }
      if report.isWell { return DoctorCheck(name, .ok, report.text ?? "is well") }
      return DoctorCheck(
        name,
        .problem,
        report.text ?? "the descriptor's health function says no",
        code: .providerRefused
      )
    } catch {
      return DoctorCheck(name, error)
    }
  }

  /// Which options a login would have without being given any, and what they are.
  private func optionChecks() -> ([DoctorCheck], [String: OptionValue]) {
    let stored = engine.storedOptions(of: descriptor.id)
    let resolver = OptionResolver(
      descriptor,
      sources: OptionResolver.Sources(
        environment: engine.settings.environment,
        readFile: { path in try SecretFile.read(path) },
        readStandardInput: { throw SecretFile.Unreadable("doctor reads no input") }
      )
    )
    do throws(OptionError) {
      let values = try resolver.resolve(given: [], stored: stored).values
      let names = descriptor.options.map(\.name).filter { values[$0] != nil }
      let text = names.isEmpty ? "none is needed" : "\(names.joined(separator: ", ")) known"
      return ([DoctorCheck("options", .ok, text)], values)
    } catch {
      guard error.isOnlyMissing else {
        return ([DoctorCheck("options", AuthRunError(error, provider: descriptor.id))], stored)
      }
      let checks = error.missing.map { spec in
        DoctorCheck(
          "option \(spec.name)",
          .warning,
          "a login has to be given it" + (spec.help.map { ": \($0)" } ?? ""),
          hint: "--option \(spec.name)=…, or \(spec.environmentName(provider: descriptor.id))"
        )
      }
      return (checks, stored)
    }
  }

  /// Whether somebody listens where a login will have to.
  private func portChecks() -> [DoctorCheck] {
    descriptor.capture.compactMap { capture -> DoctorCheck? in
      guard capture.way == .loopback, let target = CaptureTarget(template: capture.redirectURI),
        let port = target.port
      else { return nil }
      do throws(ServerError) {
        let server = try LoopbackServer(bind: target.address, port: port) { _ in
          HTTPResponse(status: 404)
        }
        Task { await server.stop() }
        return DoctorCheck("port \(port)", .ok, "is free for \(capture.redirectURI)")
      } catch {
        return DoctorCheck(
          "port \(port)",
          .problem,
          error.message,
          hint: "close the program that uses it, or choose another with --redirect-uri",
          code: .network
        )
      }
    }
  }

  private func hostChecks(_ values: [String: OptionValue]) async -> [DoctorCheck] {
    let known = (try? descriptor.hostSet(values))?.entries
    let entries = known ?? Set(descriptor.declaredURLs.compactMap(\.constant).map(HostEntry.init))
    guard !entries.isEmpty else {
      return [DoctorCheck("hosts", .warning, "are known only when the options are")]
    }
    var checks: [DoctorCheck] = []
    var clock: DoctorCheck?
    let tools = (try? engine.tools.reaching(descriptor, values)) ?? engine.tools
    for entry in entries.sorted(by: { $0.description < $1.description }) {
      let port = entry.port.map { ":\($0)" } ?? ""
      guard let url = try? URI("\(entry.scheme)://\(entry.host)\(port)/") else { continue }
      let sent = engine.tools.clock.now()
      do throws(AuthRunError) {
        let request = HTTPRequest(method: "HEAD", url: url)
        let response = try await tools.exchange.send(request, step: "doctor")
        checks.append(DoctorCheck("host \(entry)", .ok, "answers"))
        let date = response.headers["Date"].flatMap { Timestamp(httpDate: $0) }
        if let date, clock == nil {
          let received = engine.tools.clock.now()
          clock = ClockSkew.check(date, sent: sent, received: received, host: entry.host)
        }
      } catch {
        checks.append(DoctorCheck("host \(entry)", error))
      }
    }
    return checks + [clock].compactMap(\.self)
  }
}

extension Engine {
  /// The options of some account of the provider, which a next login would start from.
  fileprivate func storedOptions(of provider: String) -> [String: OptionValue] {
    guard let vault = try? existingVault(), let listing = try? vault.list() else { return [:] }
    return listing.credentials.first { $0.id.provider == provider }?.credential.options ?? [:]
  }
}
