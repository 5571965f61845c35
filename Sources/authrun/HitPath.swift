import Standards
import Storage

/// The answer that costs nothing: a stored token that is still good.
enum HitPath {
  /// What to print; `nil` when the whole program must see to it.
  ///
  /// Every failure counts as “not here”: the whole program meets it again and tells it properly.
  static func answer(_ request: HitRequest) -> String? {
    guard let location = try? VaultLocation.current(explicit: request.vault),
      let vault = try? Vault.openForReading(location),
      let credential = try? vault.read(request.account)?.credential
    else { return nil }
    let freshness = Freshness.judge(
      credential,
      at: WallClock().now(),
      minimumLife: request.minimumLife,
      spread: RefreshSpread.ofThisProcess
    )
    // An account without a token is for the whole program to explain.
    guard freshness == .fresh, !credential.accessToken.isEmpty, isText(credential) else {
      return nil
    }
    return text(credential, request)
  }

  private static func text(_ credential: Credential, _ request: HitRequest) -> String? {
    switch request.form {
    case .bare:
      return credential.accessToken.text + "\n"
    case .json:
      return JSONValue.object(TokenText.json(credential)).visiblySerialized + "\n"
    case .header:
      return TokenText.header(credential).map { $0 + "\n" }
    case .environment:
      let lines = TokenText.environment(credential, provider: request.account.provider)
      return lines.map { $0 + "\n" }.joined()
    }
  }

  /// Whether the secrets can be written in a line of text without loss.
  private static func isText(_ credential: Credential) -> Bool {
    [credential.accessToken, credential.tokenSecret].allSatisfy { secret in
      guard let bytes = secret?.bytes else { return true }
      return bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        && String(validating: bytes, as: UTF8.self) != nil
    }
  }
}
