-- Unsplash: https://unsplash.com/oauth/applications
--
--   authrun unsplash --option client_id=KEY --option client_secret=file:secret.txt

return provider {
  api = 1,
  id = "unsplash",
  name = "Unsplash",
  docs = "https://unsplash.com/documentation/user-authentication-workflow",

  options = {
    client_id = { help = "the Access Key" },
    client_secret = { help = "the Secret Key" },
  },

  oauth2 = {
    authorize = "https://unsplash.com/oauth/authorize",
    token = "https://unsplash.com/oauth/token",
    client_auth = "post",
    pkce = "forbidden",
    scopes = { "public", "read_user" },
    -- A plus that stands in the address as it is: %2B is refused.
    scope_separator = "+",
    scope_raw = true,
  },

  capture = { { via = "loopback", redirect_uri = "http://127.0.0.1:8911/callback" }, "pin" },

  request = { base = "https://api.unsplash.com", headers = { ["accept-version"] = "v1" } },

  identity = { get = "/me", id = "/id", login = "/username", name = "/name", email = "/email" },
}
