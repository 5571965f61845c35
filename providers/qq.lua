-- QQ: https://connect.qq.com/manage.html
--
--   authrun qq --option client_id=APP_ID --option client_secret=file:key.txt \
--              --redirect-uri https://my.example/callback

return provider {
  api = 1,
  id = "qq",
  name = "QQ",
  docs = "https://wiki.connect.qq.com/",

  options = {
    client_id = { help = "the APP ID" },
    client_secret = { help = "the APP Key" },
  },

  oauth2 = {
    authorize = "https://graph.qq.com/oauth2.0/authorize",
    token = { url = "https://graph.qq.com/oauth2.0/token", method = "GET" },
    client_auth = "post",
    pkce = "forbidden",
    scopes = { "get_user_info" },
    scope_separator = ",",
    -- A form when all is well, and callback( {"error":…} ); when it is not.
    response = { format = "jsonp" },
  },

  capture = { { via = "paste", redirect_uri = "https://127.0.0.1/callback" } },

  request = { base = "https://graph.qq.com", token = { query = "access_token" } },

  identity = { get = "/oauth2.0/me?fmt=json", id = "/openid" },
}
