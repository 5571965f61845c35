-- ZITADEL, one instance.
--
--   authrun zitadel --option instance=my-company.zitadel.cloud --option project=123456 --option client_id=ID

return provider {
  api = 1,
  id = "zitadel",
  name = "ZITADEL",
  kind = "oidc",
  docs = "https://zitadel.com/docs/apis/openidoauth/endpoints",

  options = {
    client_id = { help = "the Client ID of the application" },
    instance = {
      required = true,
      pattern = "[a-z0-9-]+(\\.[a-z0-9-]+)?\\.zitadel\\.cloud",
      help = "the instance's domain",
    },
    project = { required = true, pattern = "[0-9]+", help = "the project's id" },
  },

  -- Tokens are for the project as well as for the client.
  oidc = { issuer = "https://{instance}", audiences = { "{project}" }, at_hash = "checked" },

  oauth2 = {
    authorize = "https://{instance}/oauth/v2/authorize",
    token = "https://{instance}/oauth/v2/token",
    revoke = "https://{instance}/oauth/v2/revoke",
    device = "https://{instance}/oauth/v2/device_authorization",
    userinfo = "https://{instance}/oidc/v1/userinfo",
    jwks = "https://{instance}/oauth/v2/keys",
    grants = { "authorization_code", "device_code" },
    client_auth = "none",
    scopes = { "openid", "profile", "email", "offline_access" },
  },

  request = { base = "https://{instance}" },

  rehearsal = { options = { instance = "practice-1.zitadel.cloud", project = "123456" } },
}
