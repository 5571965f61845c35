import TestSupport
import Testing

/// The built program rehearses a descriptor of each kind, over TLS with a practice provider that checks what
/// arrives as a strict service would.
@Suite
struct RehearseKindsTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    let name: String
    let fields: String

    init(_ name: String, _ fields: String) {
      self.name = name
      self.fields = fields
    }

    var testDescription: String { name }
  }

  private static let kinds = [
    Kind(
      "bound tokens, a pushed request, an assertion",
      #"""
      oauth2 = { authorize = "https://as.example/a", token = "https://as.example/t", client_auth = "private_key_jwt",
        dpop = true, par = "https://as.example/par", scopes = { "s" }, revoke = "https://as.example/revoke" },
        request = { base = "https://api.example" },
      """#
    ),
    Kind(
      "a signed request, details, the answer as a form",
      #"""
      oauth2 = { authorize = "https://as.example/a", token = "https://as.example/t", jar = true, response_mode = "form_post",
         rar = { { type = "payment" } } },
        request = { base = "https://api.example" },
      """#
    ),
    Kind(
      "the answer in the fragment, values of the callback",
      #"""
      oauth2 = { authorize = "https://as.example/a", token = "https://as.example/t", client_auth = "client_secret_jwt", response_mode = "fragment",
         callback = { keep = { "realmId" }, send = { device_id = "device_id" } } },
        request = { base = "https://api.example" },
      """#
    ),
    Kind(
      "discovery and ID tokens",
      #"""
      kind = "oidc", oauth2 = { issuer = "https://op.example", scopes = { "openid" } }, request = { base = "https://api.op.example" },
      """#
    ),
    Kind(
      "registration, RSA, the age of the login",
      #"""
      oidc = { issuer = "https://op.example/tenant", algorithms = { "RS256" }, max_age = 60 }, oauth2 = { scopes = { "openid" }, par = true, dpop = true, client_auth = "none", registration = true },
      """#
    ),
    Kind(
      "ID tokens made with the secret",
      #"""
      kind = "oidc", oauth2 = { authorize = "https://line.example/a", token = "https://line.example/t", scopes = { "openid" } },
         oidc = { issuer = "https://line.example", algorithms = { "HS256" } },
      """#
    ),
    Kind(
      "another device",
      #"""
      oauth2 = { device = "https://as.example/device", token = "https://as.example/t", grants = { "device_code" }, client_auth = "none", scopes = {"repo"} },
        request = { base = "https://api.example" },
      """#
    ),
    Kind(
      "a signed token that is traded",
      #"""
      options = { app_id = { required = true }, installation = { pattern = "[0-9]+", required = true } },
        jwt = { alg = "RS256", claims = { iss = "{app_id}" }, backdate = 60,
          exchange = { url = "https://api.github.example/app/installations/{installation}/access_tokens", assertion = "bearer", body = "json" },
          response = { access_token = "/token", expires_at = "/expires_at", expiry_unit = "rfc3339" } },
        request = { base = "https://api.github.example" },
      """#
    ),
    Kind(
      "a signed token of one's own",
      #"""
      options = { id = { required = true } },
        jwt = { alg = "HS256", key = "hex", kid = "{id}", claims = { aud = "/admin/" } },
        request = { base = "https://ghost.example", token = { header = "Authorization", prefix = "Ghost " } },
      """#
    ),
    Kind(
      "a key",
      #"""
      kind = "api_key", api_key = { verify = "/validate" }, request = { base = "https://api.dd.example", token = { header = "DD-API-KEY" } },
      """#
    ),
    Kind(
      "a name and a password",
      #"""
      kind = "basic", basic = { verify = "/me" }, request = { base = "https://zen.example" },
      """#
    ),
    Kind(
      "a certificate",
      #"""
      kind = "client_credentials", oauth2 = { token = "https://as.example/t", client_auth = "tls", scopes = { "a" } }, request = { base = "https://api.example" },
      """#
    ),
    Kind(
      "a signed JWT for a secret",
      #"""
      options = { team_id = { required = true } }, oauth2 = { authorize = "https://as.example/a", token = "https://as.example/t", client_auth = "post_jwt",
         client_assertion = { audience = "https://as.example", claims = { iss = "{team_id}" } } },
      """#
    ),
    Kind(
      "a look-up in a list",
      #"""
      options = { tenant = { pattern = "[a-z0-9-]+" }, site = {} },
        oauth2 = { authorize = "https://as.example/a", token = "https://as.example/t" },
        request = { base = "https://api.example", headers = { ["Xero-Tenant-Id"] = "{tenant}" } },
        lookups = { { get = "/connections", list = "", match = { ["/name"] = "{site}" }, set = { tenant = "/tenantId" } } },
        rehearsal = { options = { site = "Acme" } },
      """#
    ),
    Kind(
      "a look-up that leads to the API",
      #"""
      options = { api = { type = "url", pattern = "https://[a-z0-9]+\\.api\\.mail\\.example" } },
        oauth2 = { authorize = "https://login.mail.example/a", token = "https://login.mail.example/t", client_auth = "post", response = { zero_means_never = true } },
        request = { base = "{api}/3.0" },
        lookups = { { get = "https://login.mail.example/metadata", token = { header = "Authorization", prefix = "OAuth " }, set = { api = "/api_endpoint" } } },
        rehearsal = { options = { api = "https://us6.api.mail.example" } },
      """#
    ),
    Kind(
      "a second token, which renews itself",
      #"""
      oauth2 = { authorize = "https://as.example/a", token = "https://as.example/t", client_auth = "post",
         extend = { url = "https://graph.example/access_token", method = "GET", drop = { "client_id" }, params = { grant_type = "x" } },
         refresh = { url = "https://graph.example/refresh", method = "GET", auth = "none", params = { grant_type = "y" }, rename = { refresh_token = "access_token" } },
         refresh_token = { use = "access_token" } }, request = { base = "https://graph.example" },
      """#
    ),
    Kind(
      "a digest over the callback",
      #"""
      options = { shop = { required = true, pattern = "[a-z0-9-]+" } },
        oauth2 = { authorize = "https://{shop}.myshopify.example/admin/oauth/authorize", token = { url = "https://{shop}.myshopify.example/admin/oauth/access_token", body = "json" }, client_auth = "post", pkce = "forbidden", scope_separator = ",", scopes = { "read_products" },
         callback = { hmac = { param = "hmac" } } },
        request = { base = "https://{shop}.myshopify.example/admin/api/2024-01", token = { header = "X-Shopify-Access-Token" } },
      """#
    ),
    Kind(
      "a signature of the descriptor's own",
      #"""
      oauth2 = { authorize = "https://as.example/a", token = "https://as.example/t" }, request = { base = "https://api.example" },
        sign = function(ctx, request, token) return { headers = { ["x-token"] = token.access, ["x-sig"] = ctx.hash.hmac_sha256(ctx.opt.client_secret, request.path) } } end,
      """#
    ),
    Kind(
      "the user's password",
      #"""
      oauth2 = { token = "https://as.example/t", grants = { "password" }, client_auth = "none" }, request = { base = "https://api.example" },
      """#
    ),
  ]

  private func rehearse(_ fields: String) async throws -> CommandResult {
    let home = try TemporaryHome()
    try home.write(
      "return provider { api = 1, id = \"shop\", name = \"Shop\", \(fields) }",
      to: "config/authrun/providers/shop.lua"
    )
    return try await Command(
      PackageLayout.product("authrun-core"),
      ["rehearse", "shop"],
      environment: home.environment
    ).run()
  }

  @Test(arguments: kinds)
  func `each kind logs in, calls, renews and gives back, and every check holds`(
    kind: Kind
  ) async throws {
    let result = try await rehearse(kind.fields)
    #expect(result.status == 0, "\(kind.name): \(result)")
    #expect(!result.errors.contains("✗"), "\(kind.name): \(result)")
  }

  @Test
  func `a request that is not as the descriptor says fails the rehearsal`() async throws {
    let result = try await rehearse(
      """
      oauth2 = { authorize = "https://as.example/a", token = "https://as.example/t",
        client_auth = "post" },
      on_token_request = function(ctx, params) params.client_secret = nil end,
      """
    )
    #expect(result.status != 0, "\(result)")
    #expect(result.errors.contains("client authentication post"))
  }
}
