-- X, by OAuth 2.0: https://developer.x.com/en/portal/dashboard
--
-- For what only OAuth 1.0a can do there is the provider "twitter".
--
--   authrun x --option client_id=ID --option client_secret=file:secret.txt

return provider {
  api = 1,
  id = "x",
  name = "X",
  docs = "https://docs.x.com/resources/fundamentals/authentication/oauth-2-0/authorization-code",

  options = {
    client_id = { help = "the Client ID of your app's OAuth 2.0 settings" },
    client_secret = { help = "the Client Secret beside it" },
  },

  oauth2 = {
    authorize = "https://x.com/i/oauth2/authorize",
    token = "https://api.x.com/2/oauth2/token",
    revoke = "https://api.x.com/2/oauth2/revoke",
    client_auth = "basic",
    -- Asked for in the body too.
    repeat_client_id = true,
    pkce = "required",
    scopes = { "tweet.read", "users.read", "offline.access" },
  },

  capture = { { via = "loopback", redirect_uri = "http://127.0.0.1:8911/callback" } },

  request = { base = "https://api.x.com/2" },

  identity = { get = "/users/me", base = "/data", id = "/id", login = "/username", name = "/name" },
}
