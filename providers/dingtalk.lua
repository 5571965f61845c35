-- DingTalk: https://open-dev.dingtalk.com/
--
--   authrun dingtalk --option client_id=APP_KEY --option client_secret=file:secret.txt

return provider {
  api = 1,
  id = "dingtalk",
  name = "DingTalk",
  docs = "https://open.dingtalk.com/document/orgapp/obtain-identity-credentials",

  options = {
    client_id = { help = "the Client ID (AppKey)" },
    client_secret = { help = "the Client Secret (AppSecret)" },
  },

  oauth2 = {
    authorize = { url = "https://login.dingtalk.com/oauth2/auth", params = { prompt = "consent" } },
    token = {
      url = "https://api.dingtalk.com/v1.0/oauth2/userAccessToken",
      body = "json",
      rename = {
        client_id = "clientId",
        client_secret = "clientSecret",
        grant_type = "grantType",
        refresh_token = "refreshToken",
      },
      drop = { "redirect_uri" },
    },
    client_auth = "post",
    pkce = "forbidden",
    scopes = { "openid" },
    response = {
      access_token = "/accessToken",
      refresh_token = "/refreshToken",
      expires_in = "/expireIn",
      error = { at = "/code", code = "/code", message = "/message" },
    },
    -- The answer names the code twice.
    callback = { code = "authCode" },
  },

  request = {
    base = "https://api.dingtalk.com/v1.0",
    token = { header = "x-acs-dingtalk-access-token" },
  },

  identity = { get = "/contact/users/me", id = "/unionId", name = "/nick", email = "/email" },
}
