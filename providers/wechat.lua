-- WeChat, website login: https://open.weixin.qq.com/
--
-- WeChat sends browsers to the registered domain only. Give an address there with --redirect-uri, and
-- paste the one at which the browser ends.
--
--   authrun wechat --option client_id=APPID --option client_secret=file:secret.txt \
--                  --redirect-uri https://my.example/callback

return provider {
  api = 1,
  id = "wechat",
  name = "WeChat",
  docs = "https://developers.weixin.qq.com/doc/oplatform/en/Website_App/WeChat_Login/Wechat_Login.html",

  options = {
    client_id = { help = "the AppID of your website application" },
    client_secret = { help = "the AppSecret of your website application" },
  },

  oauth2 = {
    authorize = {
      url = "https://open.weixin.qq.com/connect/qrconnect",
      rename = { client_id = "appid" },
      sorted = true,
      fragment = "wechat_redirect",
    },
    token = {
      url = "https://api.weixin.qq.com/sns/oauth2/access_token",
      method = "GET",
      rename = { client_id = "appid", client_secret = "secret" },
      drop = { "redirect_uri" },
    },
    refresh = {
      url = "https://api.weixin.qq.com/sns/oauth2/refresh_token",
      method = "GET",
      rename = { client_id = "appid" },
      drop = { "client_secret" },
    },
    client_auth = "post",
    pkce = "forbidden",
    scopes = { "snsapi_login" },
    scope_separator = ",",
    response = {
      -- JSON that calls itself text/plain, without a token type, under HTTP 200 whatever happened.
      default_token_type = "Bearer",
      error = {
        at = "/errcode",
        is_not = 0,
        code = "/errcode",
        message = "/errmsg",
        invalid_grant = { 40029, 40030 },
      },
      keep = { "/openid", "/unionid" },
    },
  },

  capture = { { via = "paste", redirect_uri = "https://127.0.0.1/callback" } },

  request = { base = "https://api.weixin.qq.com", token = { query = "access_token" } },

  identity = { from = "token", id = "/openid" },
}
