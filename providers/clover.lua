-- Clover, for one merchant: https://www.clover.com/developer-home/
--
--   authrun clover --option client_id=APP_ID --option client_secret=file:secret.txt

return provider {
  api = 1,
  id = "clover",
  name = "Clover",
  docs = "https://docs.clover.com/dev/docs/high-trust-app-auth-flow",

  options = {
    client_id = { help = "the App ID" },
    client_secret = { help = "the App Secret" },
    merchant_id = { pattern = "[A-Z0-9]+", help = "the merchant's id; the login brings it" },
  },

  oauth2 = {
    authorize = "https://www.clover.com/oauth/v2/authorize",
    token = {
      url = "https://api.clover.com/oauth/v2/token",
      body = "json",
      drop = { "grant_type", "redirect_uri" },
    },
    refresh = {
      url = "https://api.clover.com/oauth/v2/refresh",
      body = "json",
      drop = { "grant_type", "client_secret" },
    },
    client_auth = "post",
    pkce = "forbidden",
    -- No state comes back; that nobody else's answer is taken hangs on the listener alone.
    callback = { missing_state = "accepted", set = { merchant_id = "merchant_id" } },
    response = { expires_at = "/access_token_expiration" },
  },

  capture = { { via = "loopback", redirect_uri = "http://localhost:8911/callback" } },

  request = { base = "https://api.clover.com/v3/merchants/{merchant_id}" },
}
