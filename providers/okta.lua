-- Okta, one organisation, with tokens that are bound to a key of this machine (DPoP).
--
--   authrun okta --option domain=my-company --option client_id=ID --option private_key=file:key.pem

return provider {
  api = 1,
  id = "okta",
  name = "Okta",
  kind = "oidc",
  docs = "https://developer.okta.com/docs/guides/dpop/main/",

  options = {
    client_id = { help = "the Client ID of your app" },
    private_key = { help = "the private key whose public half the app has" },
    domain = {
      required = true,
      pattern = "[a-z0-9-]+",
      help = "the first part of the organisation's address: my-company of my-company.okta.com",
    },
  },

  oidc = { issuer = "https://{domain}.okta.com", max_age = 86400 },

  oauth2 = {
    authorize = "https://{domain}.okta.com/oauth2/v1/authorize",
    token = "https://{domain}.okta.com/oauth2/v1/token",
    revoke = "https://{domain}.okta.com/oauth2/v1/revoke",
    introspect = "https://{domain}.okta.com/oauth2/v1/introspect",
    userinfo = "https://{domain}.okta.com/oauth2/v1/userinfo",
    jwks = "https://{domain}.okta.com/oauth2/v1/keys",
    client_auth = "private_key_jwt",
    client_assertion = { lifetime = 300 },
    dpop = true,
    scopes = { "openid", "profile", "email", "offline_access" },
  },

  request = { base = "https://{domain}.okta.com/api/v1" },
}
