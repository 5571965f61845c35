/// The one table of commands, from which parsing, help and usage errors are made.
enum CommandTable {
  /// The commands of this version, in the order in which help lists them.
  static let commands: [any Command.Type] = [
    LoginCommand.self,
    BeginCommand.self,
    FinishCommand.self,
    TokenCommand.self,
    RequestCommand.self,
    SignCommand.self,
    ExecCommand.self,
    HelperGitCommand.self,
    HelperDockerCommand.self,
    HelperKubectlCommand.self,
    HelperAWSCommand.self,
    HelperXOAUTH2Command.self,
    HelperOAuthBearerCommand.self,
    HelperCurlCommand.self,
    HelperNetrcCommand.self,
    RefreshCommand.self,
    AccountsCommand.self,
    AccountsDefaultCommand.self,
    AccountsRenameCommand.self,
    WhoAmICommand.self,
    IntrospectCommand.self,
    LogoutCommand.self,
    ProvidersCommand.self,
    ShowCommand.self,
    CheckCommand.self,
    NewCommand.self,
    TestCommand.self,
    TrustCommand.self,
    RehearseCommand.self,
    MetaCommand.self,
    DoctorCommand.self,
    JWTDecodeCommand.self,
    JWTVerifyCommand.self,
    JWTSignCommand.self,
    JWKThumbprintCommand.self,
    JWKConvertCommand.self,
    CompletionsCommand.self,
    VaultInitCommand.self,
    VaultStatusCommand.self,
    VaultAcceptCommand.self,
    VaultUnlockCommand.self,
    VaultLockCommand.self,
    VaultRekeyCommand.self,
    VaultExportCommand.self,
    VaultImportCommand.self,
    HelpCommand.self,
    VersionCommand.self,
    CompleteWordsCommand.self,
    ManualsCommand.self,
  ]

  /// Commands that are planned and not in this version: no provider may take their names.
  static let later: Set<String> = [
    "serve"
  ]

  static let specs: [CommandSpec] = commands.map { $0.spec }

  static let parser = ArgumentParser(
    commands: specs,
    globals: GlobalOptions.specs,
    later: later,
    fallback: LoginCommand.spec
  )

  static let help = HelpText(commands: specs, globals: GlobalOptions.specs)

  static let manual = ManualPage(commands: specs, globals: GlobalOptions.specs)

  /// The command that a parsed line calls.
  static func command(for arguments: Arguments) throws(UsageError) -> any Command {
    guard let type = commands.first(where: { $0.spec == arguments.command }) else {
      throw UsageError("\(arguments.command.name) is not in this version")
    }
    do throws(UsageError) {
      return try type.init(arguments)
    } catch {
      throw error.about(arguments.command)
    }
  }

  /// Help for a command, named by its words, or for the program.
  static func help(for words: [String]) throws(UsageError) -> String {
    guard let first = words.first else { return help.overview() }
    if let spec = specs.first(where: { $0.words == words }) { return help.command(spec) }
    let group = specs.filter { $0.words.count > words.count && $0.words.starts(with: words) }
    if !group.isEmpty { return help.group(group) }
    if later.contains(first) || later.contains(words.joined(separator: " ")) {
      throw UsageError("\(words.joined(separator: " ")) is not in this version")
    }
    let name = words.joined(separator: " ")
    throw UsageError(
      "no command “\(name)”",
      hint: parser.nearestCommand(to: name).map { "did you mean: authrun help \($0)" }
        ?? "authrun help lists the commands"
    )
  }
}
