-- Strava: https://www.strava.com/settings/api
--
--   authrun strava --option client_id=ID --option client_secret=file:secret.txt

return provider {
  api = 1,
  id = "strava",
  name = "Strava",
  docs = "https://developers.strava.com/docs/authentication/",

  options = {
    client_id = { help = "the Client ID of your app" },
    client_secret = { help = "the Client Secret of your app" },
  },

  oauth2 = {
    authorize = { url = "https://www.strava.com/oauth/authorize", params = { approval_prompt = "auto" } },
    token = "https://www.strava.com/oauth/token",
    revoke = {
      url = "https://www.strava.com/oauth/deauthorize",
      auth = "bearer",
      drop = { "token", "token_type_hint", "client_id", "client_secret" },
    },
    client_auth = "post",
    pkce = "forbidden",
    scopes = { "read" },
    scope_separator = ",",
    response = { expires_at = "/expires_at", expiry_unit = "seconds", keep = { "/athlete/id" } },
  },

  request = { base = "https://www.strava.com/api/v3" },

  identity = { get = "/athlete", id = "/id", login = "/username", name = "/firstname" },
}
