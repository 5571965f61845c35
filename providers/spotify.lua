-- Spotify, by the authorization code of OAuth 2.0.
--
-- Make an app at https://developer.spotify.com/dashboard and register the redirect URI
-- http://127.0.0.1/callback: Spotify lets the port vary for this address, but not for "localhost".
--
--   authrun spotify --option client_id=ID --option client_secret=file:secret.txt

return provider {
  api = 1,
  id = "spotify",
  name = "Spotify",
  kind = "oauth2",
  version = "1",
  docs = "https://developer.spotify.com/documentation/web-api",

  options = {
    client_id = { help = "the Client ID of your app, from https://developer.spotify.com/dashboard" },
    client_secret = { help = "the Client secret of your app" },
  },

  oauth2 = {
    authorize = "https://accounts.spotify.com/authorize",
    token = "https://accounts.spotify.com/api/token",
    client_auth = "basic",
    pkce = "required",
    -- Ask for others with --scope; see
    -- https://developer.spotify.com/documentation/web-api/concepts/scopes
    scopes = { "user-read-email" },
  },

  request = {
    base = "https://api.spotify.com/v1",
    pagination = { next = "/next", items = "/items" },
  },

  identity = { get = "/me", id = "/id", login = "/id", name = "/display_name", email = "/email" },
}
