/// What an OAuth 1.0a provider remembers.
struct OAuth1State {
  /// Temporary credentials and what became of them (RFC 5849 §2.1).
  struct Temporary {
    let secret: String
    let callback: String
    var verifier: String?
    var isUsed = false
  }

  var temporary: [String: Temporary] = [:]
  /// Token credentials: token to secret.
  var tokens: [String: String] = [:]
  /// Nonces seen, each with its timestamp and token (RFC 5849 §3.3).
  var nonces: Set<String> = []
}
