-- Facebook: https://developers.facebook.com/apps
--
--   authrun facebook --option client_id=APP_ID --option client_secret=file:secret.txt

return provider {
  api = 1,
  id = "facebook",
  name = "Facebook",
  docs = "https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow",

  options = {
    client_id = { help = "the App ID" },
    client_secret = { help = "the App secret" },
  },

  oauth2 = {
    authorize = "https://www.facebook.com/v22.0/dialog/oauth",
    token = { url = "https://graph.facebook.com/v22.0/oauth/access_token", method = "GET" },
    -- The code gives a token of an hour or two; a refresh trades it for one that lives for sixty days.
    refresh = {
      url = "https://graph.facebook.com/v22.0/oauth/access_token",
      method = "GET",
      params = { grant_type = "fb_exchange_token" },
      rename = { access_token = "fb_exchange_token" },
    },
    refresh_token = { use = "access_token" },
    revoke = {
      url = "https://graph.facebook.com/v22.0/me/permissions",
      method = "DELETE",
      auth = "bearer",
      drop = { "token", "token_type_hint", "client_id", "client_secret" },
    },
    client_auth = "post",
    pkce = "optional",
    scopes = { "public_profile", "email" },
    scope_separator = ",",
    -- {"error":{"message":"…","type":"OAuthException","code":190}}
    response = {
      error = { at = "/error", code = "/error/code", message = "/error/message", invalid_grant = { 190 } },
    },
  },

  capture = { { via = "loopback", redirect_uri = "http://localhost:8911/callback" } },

  request = { base = "https://graph.facebook.com/v22.0" },

  identity = { get = "/me?fields=id,name,email", id = "/id", name = "/name", email = "/email" },
}
