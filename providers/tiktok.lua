-- TikTok, Login Kit for desktop: https://developers.tiktok.com/
--
--   authrun tiktok --option client_id=CLIENT_KEY --option client_secret=file:secret.txt

return provider {
  api = 1,
  id = "tiktok",
  name = "TikTok",
  docs = "https://developers.tiktok.com/doc/oauth-user-access-token-management",

  options = {
    client_id = { help = "the Client key of your app, from https://developers.tiktok.com/apps" },
    client_secret = { help = "the Client secret of your app" },
  },

  oauth2 = {
    -- The slashes at the end belong there: without them the gateway answers 404.
    authorize = {
      url = "https://www.tiktok.com/v2/auth/authorize/",
      rename = { client_id = "client_key" },
    },
    token = {
      url = "https://open.tiktokapis.com/v2/oauth/token/",
      rename = { client_id = "client_key" },
    },
    refresh = {
      url = "https://open.tiktokapis.com/v2/oauth/token/",
      rename = { client_id = "client_key" },
    },
    revoke = {
      url = "https://open.tiktokapis.com/v2/oauth/revoke/",
      rename = { client_id = "client_key" },
      drop = { "token_type_hint" },
    },
    client_auth = "post",
    pkce = "optional",
    scopes = { "user.info.basic" },
    scope_separator = ",",
    response = { keep = { "/open_id" } },
  },

  request = { base = "https://open.tiktokapis.com/v2" },

  identity = {
    get = "/user/info/?fields=open_id,display_name",
    base = "/data/user",
    id = "/open_id",
    name = "/display_name",
  },
}
