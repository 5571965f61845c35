-- Auth0, one tenant: https://manage.auth0.com/
--
--   authrun auth0 --option domain=my-company.eu.auth0.com --option client_id=ID \
--       --option client_secret=file:secret.txt --option audience=https://api.my-company.example

return provider {
  api = 1,
  id = "auth0",
  name = "Auth0",
  kind = "oidc",
  docs = "https://auth0.com/docs/get-started/authentication-and-authorization-flow",

  options = {
    client_id = { help = "the Client ID of your application" },
    client_secret = { help = "the Client Secret of your application" },
    domain = {
      required = true,
      pattern = "[a-z0-9-]+(\\.[a-z0-9-]+)?\\.auth0\\.com",
      help = "the tenant's domain, such as my-company.eu.auth0.com",
    },
    audience = { required = true, help = "the identifier of the API that the token is for" },
  },

  oidc = { issuer = "https://{domain}/" },

  oauth2 = {
    issuer = "https://{domain}/",
    metadata = "https://{domain}/.well-known/openid-configuration",
    -- The request is left with the tenant first, so that the browser carries no more than its number.
    par = "https://{domain}/oauth/par",
    introspect = "https://{domain}/oauth/introspect",
    authorize = "https://{domain}/authorize",
    token = "https://{domain}/oauth/token",
    revoke = "https://{domain}/oauth/revoke",
    userinfo = "https://{domain}/userinfo",
    jwks = "https://{domain}/.well-known/jwks.json",
    client_auth = "basic",
    audience = "{audience}",
    scopes = { "openid", "profile", "email", "offline_access" },
  },

  request = { base = "https://{domain}/api/v2" },

  rehearsal = { options = { domain = "practice.eu.auth0.com", audience = "https://api.practice.example" } },
}
