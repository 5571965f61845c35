-- GitHub, as an OAuth app: https://github.com/settings/applications/new
--
-- Register the callback http://127.0.0.1/callback: GitHub lets the port vary for this address. Tokens of
-- OAuth apps do not expire, so there is nothing to refresh.
--
--   authrun github --option client_id=ID --option client_secret=file:secret.txt --scope repo

return provider {
  api = 1,
  id = "github",
  name = "GitHub",
  docs = "https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps",

  options = {
    client_id = { help = "the Client ID of your OAuth app, from https://github.com/settings/developers" },
    client_secret = { help = "a client secret of your OAuth app" },
  },

  oauth2 = {
    authorize = "https://github.com/login/oauth/authorize",
    -- Without this field the answer is form-encoded.
    token = {
      url = "https://github.com/login/oauth/access_token",
      headers = { accept = "application/json" },
    },
    device = "https://github.com/login/device/code",
    grants = { "authorization_code", "device_code" },
    client_auth = "post",
    scopes = { "read:user", "user:email" },
    -- Asked for and granted with commas; a failed exchange is an `error` under HTTP 200.
    scope_separator = ",",
  },

  request = {
    base = "https://api.github.com",
    headers = {
      accept = "application/vnd.github+json",
      ["x-github-api-version"] = "2022-11-28",
    },
  },

  identity = { get = "/user", id = "/id", login = "/login", name = "/name", email = "/email" },
}
