-- Dropbox: https://www.dropbox.com/developers/apps
--
-- Register the redirect URI http://127.0.0.1:8911/callback, with its port.
--
--   authrun dropbox --option client_id=APP_KEY --option client_secret=file:secret.txt

return provider {
  api = 1,
  id = "dropbox",
  name = "Dropbox",
  docs = "https://developers.dropbox.com/oauth-guide",

  options = {
    client_id = { help = "the App key of your app" },
    client_secret = { help = "the App secret of your app" },
  },

  oauth2 = {
    -- Only this gives a refresh token.
    authorize = {
      url = "https://www.dropbox.com/oauth2/authorize",
      params = { token_access_type = "offline" },
    },
    token = "https://api.dropboxapi.com/oauth2/token",
    revoke = {
      url = "https://api.dropboxapi.com/2/auth/token/revoke",
      auth = "bearer",
      drop = { "token", "token_type_hint" },
    },
    client_auth = "basic",
    scopes = { "account_info.read" },
    response = { keep = { "/account_id" } },
  },

  capture = { { via = "loopback", redirect_uri = "http://127.0.0.1:8911/callback" } },

  request = { base = "https://api.dropboxapi.com/2" },

  -- Calls of this API are POST, also those that only read.
  identity = {
    post = "/users/get_current_account",
    id = "/account_id",
    name = "/name/display_name",
    email = "/email",
  },
}
