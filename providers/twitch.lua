-- Twitch: https://dev.twitch.tv/console/apps
--
-- Register the redirect URL http://localhost:8911/callback: Twitch takes http for this name only.
--
--   authrun twitch --option client_id=ID --option client_secret=file:secret.txt

return provider {
  api = 1,
  id = "twitch",
  name = "Twitch",
  docs = "https://dev.twitch.tv/docs/authentication/getting-tokens-oauth/",

  options = {
    client_id = { help = "the Client ID of your application" },
    client_secret = { help = "a Client Secret of your application" },
  },

  oauth2 = {
    authorize = "https://id.twitch.tv/oauth2/authorize",
    token = "https://id.twitch.tv/oauth2/token",
    revoke = { url = "https://id.twitch.tv/oauth2/revoke", drop = { "token_type_hint" } },
    client_auth = "post",
    pkce = "optional",
    -- The answer gives the scopes as a list.
    scopes = { "user:read:email" },
  },

  capture = { { via = "loopback", redirect_uri = "http://localhost:8911/callback" } },

  -- Every call names the app besides the user.
  request = {
    base = "https://api.twitch.tv/helix",
    headers = { ["client-id"] = "{client_id}" },
  },

  identity = {
    get = "/users",
    base = "/data/0",
    id = "/id",
    login = "/login",
    name = "/display_name",
    email = "/email",
  },
}
