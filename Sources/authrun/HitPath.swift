import Glibc
import Standards
import Storage

/// The answer that costs nothing: a stored token that is still good.
enum HitPath {
  /// What to say; `nil` when the whole program must see to it.
  ///
  /// Every failure counts as “not here”: the whole program meets it again and tells it properly.
  static func answer(_ request: HitRequest, _ input: inout Input) -> ConsumerAnswer? {
    switch request.purpose {
    case .git(let operation): return git(operation, request, &input)
    case .docker(let operation): return docker(operation, request, &input)
    case .token, .kubectl, .aws, .mail: break
    }
    guard let account = request.account, let credential = credential(account, request) else {
      return nil
    }
    switch request.purpose {
    case .token(let form):
      return token(credential, account, form).map { ConsumerAnswer(output: $0) }
    case .kubectl:
      let info = getenv("KUBERNETES_EXEC_INFO").map { String(cString: $0) }
      guard let token = try? credential.bearer(for: "kubectl") else { return nil }
      return try? KubernetesExecCredential(info: info).answer(
        token: token,
        expiresAt: credential.expiresAt
      )
    case .aws: return try? AWSProcessCredentials.answer(credential)
    case .mail(let mechanism):
      guard let user = request.user ?? credential.identity?.mailUser else { return nil }
      return (try? mechanism.line(credential, user: user)).map { ConsumerAnswer(output: $0 + "\n") }
    case .git, .docker: return nil
    }
  }

  static func credential(_ account: AccountID, _ request: HitRequest) -> Credential? {
    stored(account, request)?.credential
  }

  /// The account's credential when it is stored and still good, with the name of the account it is of.
  static func stored(_ account: AccountID, _ request: HitRequest) -> StoredCredential? {
    guard let location = try? VaultLocation.current(explicit: request.vault) else { return nil }
    Vault.expectOneThread()
    guard let vault = try? Vault.openForReading(location) else { return nil }
    // Never closed: this process ends with the answer or becomes another program, and either does it.
    _ = Unmanaged.passRetained(vault)
    guard let stored = try? vault.read(account) else { return nil }
    let credential = stored.credential
    let freshness = Freshness.judge(
      credential,
      at: WallClock().now(),
      minimumLife: request.minimumLife,
      spread: RefreshSpread.ofThisProcess
    )
    // An account without a token is for the whole program to explain.
    return freshness == .fresh && !credential.accessToken.isEmpty ? stored : nil
  }

  private static func token(
    _ credential: Credential,
    _ account: AccountID,
    _ form: HitRequest.Form
  ) -> String? {
    guard isText(credential) else { return nil }
    switch form {
    case .bare:
      return credential.accessToken.text + "\n"
    case .json:
      return JSONValue.object(TokenText.json(credential)).visiblySerialized + "\n"
    case .header:
      return TokenText.header(credential).map { $0 + "\n" }
    case .environment:
      return TokenText.environment(credential, account).map { $0 + "\n" }.joined()
    }
  }

  /// Whether the secrets can be written in a line of text without loss.
  private static func isText(_ credential: Credential) -> Bool {
    isText(credential.accessToken) && (credential.tokenSecret.map(isText) ?? true)
  }

  private static func isText(_ secret: Secret) -> Bool {
    let bytes = secret.bytes
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return false }
    return bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
  }
}
