-- Mailchimp Marketing: https://us1.admin.mailchimp.com/account/oauth2/
--
-- Register the redirect URI http://127.0.0.1:8911/callback, with its port.
--
--   authrun mailchimp --option dc=us6 --option client_id=ID --option client_secret=file:secret.txt

return provider {
  api = 1,
  id = "mailchimp",
  name = "Mailchimp",
  docs = "https://mailchimp.com/developer/marketing/guides/access-user-data-oauth-2/",

  options = {
    client_id = { help = "the Client ID of your registered app" },
    client_secret = { help = "the Client Secret of your registered app" },
    dc = {
      required = true,
      pattern = "[a-z]{2}[0-9]+",
      help = "the data centre: us6 of https://us6.admin.mailchimp.com, where you log in",
    },
  },

  oauth2 = {
    authorize = "https://login.mailchimp.com/oauth2/authorize",
    token = "https://login.mailchimp.com/oauth2/token",
    client_auth = "post",
    pkce = "forbidden",
    -- {"access_token":"…","expires_in":0,"scope":null}: it never ends.
    response = { zero_means_never = true },
  },

  capture = { { via = "loopback", redirect_uri = "http://127.0.0.1:8911/callback" } },

  request = {
    base = "https://{dc}.api.mailchimp.com/3.0",
    token = { header = "Authorization", prefix = "OAuth " },
  },

  identity = {
    get = "https://login.mailchimp.com/oauth2/metadata",
    id = "/user_id",
    login = "/login/login_name",
    name = "/accountname",
    email = "/login/email",
  },
  rehearsal = { options = { dc = "us6" } },
}
