import Standards

/// The names under which the protocols send what must not be seen.
enum SecretFields {
  /// Form fields, query parameters and JSON members, compared without case.
  private static let parameters: Set<String> = [
    "access_token", "refresh_token", "id_token", "token", "client_secret", "client_assertion",
    "assertion", "code", "code_verifier", "state", "password", "x_auth_password", "secret",
    "oauth_token", "oauth_token_secret", "oauth_verifier", "oauth_signature", "accesstoken",
    "refreshtoken", "idtoken", "appkey", "app_key", "api_key", "apikey", "authorization",
  ]

  /// Header fields whose value is a credential or may hold one.
  private static let headers: Set<String> = [
    "authorization", "proxy-authorization", "cookie", "set-cookie", "dpop", "www-authenticate-info",
  ]

  static func hides(parameter name: String) -> Bool {
    parameters.contains(name.lowercased())
  }

  static func hides(header name: String) -> Bool {
    headers.contains(name.lowercased())
  }
}
