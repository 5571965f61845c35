-- LINE Login: https://developers.line.biz/console/
--
--   authrun line --option client_id=CHANNEL_ID --option client_secret=file:secret.txt

return provider {
  api = 1,
  id = "line",
  name = "LINE",
  kind = "oidc",
  docs = "https://developers.line.biz/en/docs/line-login/integrate-line-login/",

  options = {
    client_id = { help = "the Channel ID" },
    client_secret = { help = "the Channel secret" },
  },

  -- ID tokens of web logins are signed with the channel's secret, whatever the discovery document says.
  oidc = { issuer = "https://access.line.me", algorithms = { "HS256" } },

  oauth2 = {
    authorize = "https://access.line.me/oauth2/v2.1/authorize",
    token = "https://api.line.me/oauth2/v2.1/token",
    revoke = {
      url = "https://api.line.me/oauth2/v2.1/revoke",
      rename = { token = "access_token" },
      drop = { "token_type_hint" },
    },
    jwks = "https://api.line.me/oauth2/v2.1/certs",
    client_auth = "post",
    scopes = { "openid", "profile", "email" },
  },

  request = { base = "https://api.line.me/v2" },
}
