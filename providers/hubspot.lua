-- HubSpot: https://developers.hubspot.com/
--
--   authrun hubspot --option client_id=ID --option client_secret=file:secret.txt

return provider {
  api = 1,
  id = "hubspot",
  name = "HubSpot",
  docs = "https://developers.hubspot.com/docs/guides/apps/authentication/working-with-oauth",

  options = {
    client_id = { help = "the Client ID of your app" },
    client_secret = { help = "the Client secret of your app" },
  },

  oauth2 = {
    authorize = "https://app.hubspot.com/oauth/authorize",
    token = "https://api.hubapi.com/oauth/v1/token",
    client_auth = "post",
    pkce = "forbidden",
    scopes = { "oauth" },
  },

  capture = { { via = "loopback", redirect_uri = "http://localhost:8911/callback" } },

  request = { base = "https://api.hubapi.com" },

  -- The service tells about a token when it stands in the path.
  identity = {
    get = "/oauth/v1/access-tokens/{$access_token}",
    id = "/user_id",
    login = "/user",
    name = "/hub_domain",
  },
}
