-- Discogs: https://www.discogs.com/settings/developers
--
--   authrun discogs --option consumer_key=KEY --option consumer_secret=file:secret.txt

return provider {
  api = 1,
  id = "discogs",
  name = "Discogs",
  docs = "https://www.discogs.com/developers/#page:authentication,header:authentication-oauth-flow",

  options = {
    consumer_key = { help = "the Consumer Key of your application" },
    consumer_secret = { help = "its Consumer Secret" },
    user_agent = { default = "authrun/0.1 +https://authrun.example", help = "the name of your application" },
  },

  oauth1 = {
    -- Requests that do not say who asks are answered with 403.
    request_token = {
      url = "https://api.discogs.com/oauth/request_token",
      method = "GET",
      headers = { ["user-agent"] = "{user_agent}" },
    },
    authorize = "https://www.discogs.com/oauth/authorize",
    access_token = {
      url = "https://api.discogs.com/oauth/access_token",
      headers = { ["user-agent"] = "{user_agent}" },
    },
    signature = "PLAINTEXT",
  },

  capture = { { via = "loopback", redirect_uri = "http://127.0.0.1:8911/callback" }, "pin" },

  request = {
    base = "https://api.discogs.com",
    headers = { ["user-agent"] = "{user_agent}" },
  },

  identity = { get = "/oauth/identity", id = "/id", login = "/username" },
}
