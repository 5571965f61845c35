-- Microsoft accounts and organisations (Entra ID): https://entra.microsoft.com/
--
-- Register an app with the platform "Mobile and desktop applications" and the redirect URI http://localhost.
--
--   authrun microsoft --option client_id=ID --option tenant=common

return provider {
  api = 1,
  id = "microsoft",
  name = "Microsoft",
  kind = "oidc",
  docs = "https://learn.microsoft.com/en-us/entra/identity-platform/v2-oauth2-auth-code-flow",

  options = {
    client_id = { help = "the Application (client) ID" },
    tenant = {
      default = "common",
      pattern = "[A-Za-z0-9.-]+",
      help = "common, organizations, consumers, or the id or domain of one organisation",
    },
  },

  -- Who issues a token depends on whose account it is, so the token itself says it.
  oidc = {
    issuer = "https://login.microsoftonline.com/{{tid}}/v2.0",
    issuer_claims = { tid = "tid" },
    algorithms = { "RS256" },
  },

  oauth2 = {
    authorize = "https://login.microsoftonline.com/{tenant}/oauth2/v2.0/authorize",
    token = "https://login.microsoftonline.com/{tenant}/oauth2/v2.0/token",
    device = "https://login.microsoftonline.com/{tenant}/oauth2/v2.0/devicecode",
    userinfo = "https://graph.microsoft.com/oidc/userinfo",
    jwks = "https://login.microsoftonline.com/{tenant}/discovery/v2.0/keys",
    grants = { "authorization_code", "device_code" },
    client_auth = "none",
    response_mode = "query",
    scopes = { "openid", "profile", "email", "offline_access", "User.Read" },
    refresh_token = { send_scope = true },
  },

  capture = { { via = "loopback", redirect_uri = "http://localhost:{port}" } },

  request = { base = "https://graph.microsoft.com/v1.0" },
}
