import Login
import Standards

/// `authrun helper docker [ACCOUNT] get|list|store|erase`.
struct HelperDockerCommand: Command {
  static let spec = CommandSpec(
    "helper docker",
    [.init(name: "ACCOUNT", required: false), .init(name: "OPERATION")],
    summary: "Answer docker, podman or skopeo, which ask for a credential",
    details: [
      "docker adds the operation, get, list, store or erase. Which account serves a registry stands in the file "
        + "hosts in your configuration: a line is HOST ACCOUNT [USER]. About every other registry the answer "
        + "is at once that there is no credential.",
      "Nothing is stored here: authrun login makes accounts.",
    ],
    options: [Helper.user] + Helper.options,
    examples: [
      .init(
        line: "ln -s \"$(command -v authrun)\" ~/.local/bin/docker-credential-authrun",
        purpose: "the name by which docker finds it"
      ),
      .init(
        line: "echo '{\"credHelpers\":{\"ghcr.io\":\"authrun\"}}' > ~/.docker/config.json",
        purpose: "and the registry for which docker asks it"
      ),
    ]
  )

  private let account: AccountID?
  private let operation: String
  private let user: String?
  private let demand: TokenDemand

  init(_ arguments: Arguments) throws(UsageError) {
    (account, operation) = try Helper.operands(arguments)
    user = arguments.options.last("user")
    demand = try Helper.demand(arguments.options)
    guard DockerCredential.Operation(rawValue: operation) != nil else {
      throw UsageError("“\(VisibleText.line(operation))” is none of get, list, store and erase")
    }
  }

  func run(in context: CommandContext) async throws {
    do {
      try Helper.say(try await answer(in: context), in: context)
    } catch let error as AuthRunError {
      // docker shows what a helper says on standard output, and on its failure nothing else.
      let line = ErrorReport(error: error).lines(style: Style(isColored: false)).joined(
        separator: ";"
      )
      try context.terminal.result(line: line)
      throw AlreadyReported(exitStatus: error.code.exitStatus)
    }
  }

  private func answer(in context: CommandContext) async throws -> ConsumerAnswer {
    let engine = try context.engine()
    let hosts = try engine.hostAccounts()
    if operation == DockerCredential.Operation.list.rawValue { return DockerCredential.list(hosts) }
    let input = try await Helper.input(limit: DockerCredential.limit)
    switch DockerCredential.Operation(rawValue: operation) {
    case .get: return try await get(input, hosts, engine, context)
    case .store: return store(input, hosts)
    case .erase, .list, nil: return .silence
    }
  }

  private func get(
    _ input: [UInt8],
    _ hosts: HostAccounts,
    _ engine: Engine,
    _ context: CommandContext
  ) async throws(AuthRunError) -> ConsumerAnswer {
    guard let server = DockerCredential.server(input) else { return DockerCredential.noServer }
    guard let host = HostName.of(server: server) else { return DockerCredential.notFound }
    let entry = hosts.entry(forHost: host)
    guard let account = account ?? entry?.account else { return DockerCredential.notFound }
    if let stored = try engine.storedCredential(account),
      !hosts.permit(account, await engine.actual(account), stored, toHost: host)
    {
      if engine.isWithheld(account, fromHost: host) {
        Helper.noteWithheld(await engine.actual(account), fromHost: host, in: context)
      }
      return DockerCredential.notFound
    }
    let credential = try await engine.credential(account, demand)
    return try Helper.answering(await engine.actual(account)) { () throws(ConsumerFault) in
      try DockerCredential.answer(credential, server: server, user: user ?? entry?.user)
    }
  }

  /// A server of ours needs nothing stored; a password for another would be lost without a word.
  private func store(_ input: [UInt8], _ hosts: HostAccounts) -> ConsumerAnswer {
    let host = DockerCredential.storedServer(input).flatMap { HostName.of(server: $0) }
    if let host, hosts.entry(forHost: host) != nil { return .silence }
    return ConsumerAnswer(
      output: "authrun keeps no passwords: use another credential helper for "
        + "\(host ?? "this registry"), or authrun login and a line in the file hosts\n",
      status: 1
    )
  }
}
