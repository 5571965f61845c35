import Glibc
import Providers
import Standards

extension Engine {
  /// The values to log in with, from what was given, the environment, the last login, and defaults.
  func resolveOptions(
    _ descriptor: Descriptor,
    given: [String: String],
    stored: [String: OptionValue],
    _ interaction: any Interaction
  ) async throws(AuthRunError) -> ResolvedOptions {
    // Asked for before the resolver runs, which reads nothing by itself.
    let input = given.values.contains("-") ? await interaction.standardInput() : nil
    let resolver = OptionResolver(
      descriptor,
      sources: OptionResolver.Sources(
        environment: settings.environment,
        readFile: { path in try SecretFile.read(path) },
        readStandardInput: {
          guard let input else { throw SecretFile.Unreadable("there is no input") }
          return input.bytes
        }
      )
    )
    let given = given.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    var resolved = try await resolve(descriptor, resolver, given, stored, interaction)
    for warning in resolved.warnings {
      await interaction.show(.warning(warning.description))
    }
    try await askForPassword(descriptor, &resolved.values, interaction)
    learnSecrets(of: resolved.values)
    return resolved
  }

  /// Resolves, and asks for what alone is missing where somebody is there to answer.
  private func resolve(
    _ descriptor: Descriptor,
    _ resolver: OptionResolver,
    _ given: [(name: String, value: String)],
    _ stored: [String: OptionValue],
    _ interaction: any Interaction
  ) async throws(AuthRunError) -> ResolvedOptions {
    do throws(OptionError) {
      return try resolver.resolve(given: given, stored: stored)
    } catch {
      guard error.isOnlyMissing else { throw AuthRunError(error, provider: descriptor.id) }
      var known = stored
      for spec in error.missing {
        let help = spec.help.map { " (\($0))" } ?? ""
        let question = Question("\(spec.name)\(help)", isSecret: spec.type == .secret)
        guard let answer = try await interaction.ask(question), !answer.isEmpty else {
          throw AuthRunError(error, provider: descriptor.id)
        }
        known[spec.name] = spec.type == .secret ? .secret(answer) : .text(answer.text)
      }
      do throws(OptionError) {
        return try resolver.resolve(given: given, stored: known)
      } catch {
        throw AuthRunError(error, provider: descriptor.id)
      }
    }
  }

  /// A user name without its password can only mean that the password is to be typed.
  private func askForPassword(
    _ descriptor: Descriptor,
    _ values: inout [String: OptionValue],
    _ interaction: any Interaction
  ) async throws(AuthRunError) {
    guard descriptor.oauth1?.allowsXAuth == true, let name = values.text("username"),
      values["password"] == nil
    else { return }
    let question = Question("\(descriptor.name) password of \(name)", isSecret: true)
    guard let password = try await interaction.ask(question), !password.isEmpty else {
      throw AuthRunError(
        .inputInvalid,
        "username needs a password",
        provider: descriptor.id,
        step: "options",
        hint: "--option password=env:NAME, password=file:PATH or password=-"
      )
    }
    values["password"] = .secret(password)
  }

  func reachableHosts(
    _ descriptor: Descriptor,
    _ options: [String: OptionValue]
  ) throws(AuthRunError) -> [String] {
    do throws(TemplateError) {
      return try descriptor.hostSet(options).names
    } catch {
      throw AuthRunError(error)
    }
  }
}

/// Reads a file that holds one secret.
enum SecretFile {
  struct Unreadable: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
      self.description = description
    }
  }

  /// The largest secret that a file may hold, in bytes: more is some other file.
  private static let largest = 1 << 20

  static func read(_ path: String) throws(Unreadable) -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Unreadable(String(cString: strerror(errno))) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(file, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw Unreadable(String(cString: strerror(errno))) }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= largest else { throw Unreadable("it is too large for a secret") }
    }
  }
}
