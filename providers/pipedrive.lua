-- Pipedrive: https://developers.pipedrive.com/
--
--   authrun pipedrive --option client_id=ID --option client_secret=file:secret.txt

return provider {
  api = 1,
  id = "pipedrive",
  name = "Pipedrive",
  docs = "https://pipedrive.readme.io/docs/marketplace-oauth-authorization",

  options = {
    client_id = { help = "the Client ID of your app" },
    client_secret = { help = "its Client Secret" },
    domain = {
      type = "url",
      pattern = "https://[a-z0-9-]+\\.pipedrive\\.com",
      help = "the company's own address; the login brings it",
    },
  },

  oauth2 = {
    authorize = "https://oauth.pipedrive.com/oauth/authorize",
    token = "https://oauth.pipedrive.com/oauth/token",
    revoke = "https://oauth.pipedrive.com/oauth/revoke",
    client_auth = "basic",
    pkce = "forbidden",
    -- Each company has a host of its own, which has to look like one.
    response = { set = { domain = "/api_domain" } },
  },

  capture = { { via = "loopback", redirect_uri = "http://localhost:8911/callback" } },

  request = { base = "{domain}/api/v1" },

  identity = {
    get = "/users/me",
    base = "/data",
    id = "/id",
    name = "/name",
    email = "/email",
  },

  rehearsal = { options = { domain = "https://practice.pipedrive.com" } },
}
