-- Mailchimp Marketing: https://us1.admin.mailchimp.com/account/oauth2/
--
-- Register the redirect URI http://127.0.0.1:8911/callback, with its port.
--
--   authrun mailchimp --option client_id=ID --option client_secret=file:secret.txt

return provider {
  api = 1,
  id = "mailchimp",
  name = "Mailchimp",
  docs = "https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/",

  options = {
    client_id = { help = "the Client ID of your registered app" },
    client_secret = { help = "the Client Secret of your registered app" },
    dc = { pattern = "[a-z]{2}[0-9]+", help = "the data centre, such as us6; the login finds it" },
  },

  oauth2 = {
    authorize = "https://login.mailchimp.com/oauth2/authorize",
    token = "https://login.mailchimp.com/oauth2/token",
    client_auth = "post",
    pkce = "forbidden",
    -- {"access_token":"…","expires_in":0,"scope":null}: it never ends.
    response = { zero_means_never = true },
  },

  -- Where the account's data is, only this address knows, and it has its own way to be shown the token.
  lookups = {
    {
      get = "https://login.mailchimp.com/oauth2/metadata",
      token = { header = "Authorization", prefix = "OAuth " },
      set = { dc = "/dc" },
      keep = { "/accountname", "/login_url" },
    },
  },

  capture = { { via = "loopback", redirect_uri = "http://127.0.0.1:8911/callback" } },

  request = { base = "https://{dc}.api.mailchimp.com/3.0" },

  identity = { get = "/", id = "/account_id", login = "/login_id", name = "/account_name", email = "/email" },

  rehearsal = { options = { dc = "us6" } },
}
