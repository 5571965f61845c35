import Login
import Standards

/// `authrun helper kubectl ACCOUNT`.
struct HelperKubectlCommand: Command {
  static let spec = CommandSpec(
    "helper kubectl",
    [.init(name: "ACCOUNT")],
    summary: "Answer kubectl and other Kubernetes clients, which ask for a token",
    details: [
      "For the exec section of a kubeconfig: command: authrun, args: [helper, kubectl, ACCOUNT], apiVersion "
        + "client.authentication.k8s.io/v1 or v1beta1, interactiveMode: Never. A cluster that trusts an OpenID "
        + "provider wants the ID token: --field id_token."
    ],
    options: [HelperToken.option] + Helper.options,
    examples: [
      .init(line: "authrun helper kubectl corp --field id_token", purpose: "see what kubectl gets")
    ]
  )

  private let token: HelperToken

  init(_ arguments: Arguments) throws(UsageError) {
    token = try HelperToken(arguments)
  }

  func run(in context: CommandContext) async throws {
    let exchange = try Helper.answering(token.account) { () throws(ConsumerFault) in
      try KubernetesExecCredential(info: context.environment["KUBERNETES_EXEC_INFO"])
    }
    let (text, end) = try await token.read(for: "kubectl", in: context)
    try Helper.say(exchange.answer(token: text, expiresAt: end), in: context)
  }
}
