import Standards

/// The names under which the protocols send what must not be seen.
package enum SecretFields {
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

  package static func hides(parameter name: String) -> Bool {
    parameters.contains(name.lowercased())
  }

  package static func hides(header name: String) -> Bool {
    headers.contains(name.lowercased())
  }

  /// What services say beside tokens and codes: it opens nothing, and scripts decide by it.
  private static let open: Set<String> = [
    "error", "error_description", "error_uri", "error_code", "error_reason", "error_message",
    "error_msg", "errcode", "errmsg", "message", "msg", "description", "reason", "status", "result",
    "success", "ok", "denied", "scope", "scopes", "granted_scopes", "token_type", "type", "expires",
    "expires_in", "expires_at", "expiry", "expiration", "created_at", "issued_at", "iat", "exp",
    "iss", "issuer", "sub", "locale", "lang", "language", "region", "location", "dc", "datacenter",
    "server", "api_server", "api_domain", "api_endpoint", "accounts_server", "instance_url", "host",
    "hostname", "domain", "subdomain", "shop", "store", "site", "team", "team_id", "tenant",
    "tenant_id", "realmid", "company_id", "account_id", "account", "user_id", "userid", "uid",
    "user", "username", "login", "name", "email", "display_name", "timestamp", "time", "date",
    "version", "hmac", "signature",
  ]

  /// Whether a script may read what a provider sent under this name.
  ///
  /// A name that is not known may be any service's own for a token, so that only what no token looks like
  /// is shown: a text with spaces, or one of fewer than eight bytes.
  package static func shows(_ text: String, as name: String) -> Bool {
    let name = name.lowercased()
    if open.contains(name.replacing("-", with: "_")) { return true }
    return !parameters.contains(name) && (text.utf8.count < 8 || text.contains(" "))
  }
}
