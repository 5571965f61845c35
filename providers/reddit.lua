-- Reddit: https://www.reddit.com/prefs/apps
--
-- Register the redirect URI http://127.0.0.1:8911/callback, with its port.
--
--   authrun reddit --option client_id=ID --option client_secret=file:secret.txt

return provider {
  api = 1,
  id = "reddit",
  name = "Reddit",
  docs = "https://github.com/reddit-archive/reddit/wiki/OAuth2",

  options = {
    client_id = { help = "the id below the name of your app" },
    client_secret = { help = "the secret of your app" },
    user_agent = {
      default = "linux:authrun:0.1 (by an authrun user)",
      help = "PLATFORM:APP:VERSION (by /u/NAME): Reddit answers 429 to the names of libraries",
    },
  },

  oauth2 = {
    authorize = {
      url = "https://www.reddit.com/api/v1/authorize",
      params = { duration = "permanent" },
    },
    token = {
      url = "https://www.reddit.com/api/v1/access_token",
      headers = { ["user-agent"] = "{user_agent}" },
    },
    refresh = {
      url = "https://www.reddit.com/api/v1/access_token",
      headers = { ["user-agent"] = "{user_agent}" },
    },
    revoke = {
      url = "https://www.reddit.com/api/v1/revoke_token",
      headers = { ["user-agent"] = "{user_agent}" },
    },
    client_auth = "basic",
    pkce = "forbidden",
    scopes = { "identity", "read" },
  },

  capture = { { via = "loopback", redirect_uri = "http://127.0.0.1:8911/callback" } },

  request = {
    base = "https://oauth.reddit.com",
    headers = { ["user-agent"] = "{user_agent}" },
  },

  identity = { get = "/api/v1/me", id = "/id", login = "/name" },
}
