-- Instagram, with Instagram Login: https://developers.facebook.com/apps
--
--   authrun instagram --option client_id=APP_ID --option client_secret=file:secret.txt \
--                     --redirect-uri https://my.example/callback

return provider {
  api = 1,
  id = "instagram",
  name = "Instagram",
  docs = "https://developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login",

  options = {
    client_id = { help = "the Instagram App ID" },
    client_secret = { help = "the Instagram App Secret" },
  },

  oauth2 = {
    authorize = "https://www.instagram.com/oauth/authorize",
    token = "https://api.instagram.com/oauth/access_token",
    -- The code gives a token of an hour; this one lives for sixty days, and renews itself while it does.
    extend = {
      url = "https://graph.instagram.com/access_token",
      method = "GET",
      params = { grant_type = "ig_exchange_token" },
      drop = { "client_id" },
    },
    refresh = {
      url = "https://graph.instagram.com/refresh_access_token",
      method = "GET",
      params = { grant_type = "ig_refresh_token" },
      drop = { "client_id", "client_secret" },
    },
    refresh_token = { use = "access_token" },
    client_auth = "post",
    pkce = "forbidden",
    scopes = { "instagram_business_basic" },
    scope_separator = ",",
    -- {"access_token":"…","user_id":17841400000000001}
    response = { default_token_type = "Bearer", keep = { "/user_id" } },
  },

  capture = { { via = "paste", redirect_uri = "https://127.0.0.1/callback" } },

  request = { base = "https://graph.instagram.com/v22.0", token = { query = "access_token" } },

  identity = { get = "/me?fields=user_id,username,name", id = "/user_id", login = "/username", name = "/name" },
}
