/// Manual pages, made from the command table: `authrun.1`, and one for each command.
struct ManualPage: Sendable {
  let commands: [CommandSpec]
  let globals: [CommandOption]

  /// All pages by the names of their files.
  func pages() -> [(file: String, text: String)] {
    [("authrun.1", overview())]
      + commands.filter { !$0.isHidden }.map { ("\(Self.name($0)).1", page($0)) }
  }

  /// The page about the program.
  func overview() -> String {
    var roff = Roff(title: "AUTHRUN")
    roff.section("NAME")
    roff.line("authrun \\- log in to any API and hand out its tokens")
    roff.section("SYNOPSIS")
    roff.synopsis("authrun", "PROVIDER [login options]")
    roff.synopsis("authrun", "COMMAND [arguments]")
    roff.section("DESCRIPTION")
    roff.paragraph(
      "authrun logs in to services that speak OAuth 1.0a, OAuth 2.0, or a protocol of their own, keeps the "
        + "tokens sealed in a vault, renews them, and hands them to other programs. Each service is one Lua "
        + "file in a folder; “authrun providers” lists them."
    )
    roff.paragraph(
      "ACCOUNT is PROVIDER or PROVIDER/NAME; the name is “default” unless a login chose one with --as, or "
        + "“authrun accounts default” another."
    )
    roff.section("COMMANDS")
    for command in commands where !command.isHidden {
      roff.item(bold: command.synopsis, command.summary + ".")
    }
    roff.section("OPTIONS")
    roff.paragraph("Every command takes these.")
    for option in globals { roff.item(option) }
    roff.section("EXIT STATUS")
    for (status, text) in ExitStatuses.meanings { roff.item(bold: String(status), text) }
    roff.section("ENVIRONMENT")
    for option in globals {
      guard let name = option.environment else { continue }
      roff.item(bold: name, "Stands for --\(option.name) where that is not given.")
    }
    roff.item(
      bold: "AUTHRUN_<PROVIDER>_<OPTION>",
      "Gives an option of a descriptor, such as AUTHRUN_SPOTIFY_CLIENT_ID. A “-” of the provider's id is "
        + "doubled, a “_” tripled."
    )
    roff.item(
      bold: "AUTHRUN_HTTP_TIMEOUT",
      "Seconds that one exchange may take, or a streamed one may stand still; 30 if not set."
    )
    roff.item(bold: "BROWSER", "The command that opens an address.")
    roff.section("FILES")
    roff.item(
      bold: "$XDG_CONFIG_HOME/authrun/providers/*.lua",
      "Descriptors of your own, usually in ~/.config."
    )
    roff.item(
      bold: "$XDG_DATA_HOME/authrun/vault.db",
      "The vault, usually in ~/.local/share."
    )
    roff.seeAlso(commands.filter { !$0.isHidden }.map(Self.name))
    return roff.text
  }

  /// The page about one command.
  func page(_ spec: CommandSpec) -> String {
    var roff = Roff(title: Self.name(spec).uppercased())
    roff.section("NAME")
    roff.line("\(Roff.escaped(Self.name(spec))) \\- \(Roff.escaped(spec.summary.loweringFirst))")
    roff.section("SYNOPSIS")
    let operands = spec.argumentSynopsis
    let options = spec.options.isEmpty ? "" : "[options]"
    roff.synopsis(
      "authrun \(spec.name)",
      [operands, options].filter { !$0.isEmpty }.joined(separator: " ")
    )
    roff.section("DESCRIPTION")
    roff.paragraph(spec.summary + ".")
    for paragraph in spec.details { roff.paragraph(paragraph) }
    if !spec.options.isEmpty {
      roff.section("OPTIONS")
      for option in spec.options { roff.item(option) }
      roff.paragraph("The options of every command and the exit statuses are told in authrun(1).")
    }
    if !spec.examples.isEmpty {
      roff.section("EXAMPLES")
      for example in spec.examples { roff.example(example) }
    }
    roff.seeAlso(["authrun"])
    return roff.text
  }

  /// `authrun-jwt-verify` for `jwt verify`.
  static func name(_ spec: CommandSpec) -> String {
    "authrun-" + spec.words.joined(separator: "-")
  }
}

extension String {
  /// The text with a small first letter, unless the word is an abbreviation.
  fileprivate var loweringFirst: String {
    guard let first, dropFirst().first?.isUppercase != true else { return self }
    return first.lowercased() + dropFirst()
  }
}
