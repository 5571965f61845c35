-- Zoho: https://api-console.zoho.com/
--
--   authrun zoho --option client_id=ID --option client_secret=file:secret.txt

return provider {
  api = 1,
  id = "zoho",
  name = "Zoho",
  docs = "https://www.zoho.com/accounts/protocol/oauth/web-apps/authorization.html",

  options = {
    client_id = { help = "the Client ID" },
    client_secret = { help = "the Client Secret" },
    server = {
      type = "url",
      pattern = "https://accounts\\.zoho\\.(com|eu|in|jp|com\\.au|com\\.cn|ca|sa)",
      help = "where the user's data is; the login brings it",
    },
  },

  oauth2 = {
    authorize = {
      url = "https://accounts.zoho.com/oauth/v2/auth",
      params = { access_type = "offline", prompt = "consent" },
    },
    -- The answer says which data centre has the user; it exchanges the code, and no other does.
    token = { "{server}/oauth/v2/token", "https://accounts.zoho.com/oauth/v2/token" },
    revoke = {
      url = { "{server}/oauth/v2/token/revoke", "https://accounts.zoho.com/oauth/v2/token/revoke" },
      auth = "none",
      drop = { "token_type_hint" },
    },
    client_auth = "post",
    pkce = "optional",
    scopes = { "AaaServer.profile.READ" },
    scope_separator = ",",
    callback = { set = { server = "accounts-server" }, keep = { "location" } },
    response = { keep = { "/api_domain" } },
  },

  hosts = { "www.zohoapis.com", "www.zohoapis.eu", "www.zohoapis.in", "www.zohoapis.jp" },

  capture = { { via = "loopback", redirect_uri = "http://localhost:8911/callback" } },

  request = {
    base = { from = "/api_domain" },
    token = { header = "Authorization", prefix = "Zoho-oauthtoken " },
  },

  identity = {
    get = "https://accounts.zoho.com/oauth/user/info",
    id = "/ZUID",
    name = "/Display_Name",
    email = "/Email",
  },
}
