-- Discord: https://discord.com/developers/applications
--
-- Register the redirect http://127.0.0.1:8911/callback, with its port.
--
--   authrun discord --option client_id=ID --option client_secret=file:secret.txt

return provider {
  api = 1,
  id = "discord",
  name = "Discord",
  docs = "https://discord.com/developers/docs/topics/oauth2",

  options = {
    client_id = { help = "the Client ID of your application" },
    client_secret = { help = "the Client Secret of your application" },
  },

  oauth2 = {
    authorize = "https://discord.com/oauth2/authorize",
    token = "https://discord.com/api/oauth2/token",
    revoke = "https://discord.com/api/oauth2/token/revoke",
    client_auth = "post",
    scopes = { "identify", "email" },
  },

  capture = { { via = "loopback", redirect_uri = "http://127.0.0.1:8911/callback" } },

  request = { base = "https://discord.com/api/v10" },

  identity = {
    get = "/users/@me",
    id = "/id",
    login = "/username",
    name = "/global_name",
    email = "/email",
  },
}
