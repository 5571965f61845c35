-- Stack Exchange: https://stackapps.com/apps/oauth/register
--
-- Register the OAuth domain 127.0.0.1.
--
--   authrun stackexchange --option client_id=ID --option client_secret=file:secret.txt \
--                         --option key=KEY

return provider {
  api = 1,
  id = "stackexchange",
  name = "Stack Exchange",
  docs = "https://api.stackexchange.com/docs/authentication",

  options = {
    client_id = { help = "the Client Id of your app, from https://stackapps.com/apps/oauth" },
    client_secret = { help = "the Client Secret of your app" },
    key = { required = true, help = "the Key of your app, which is no secret" },
    site = { default = "stackoverflow", pattern = "[a-z0-9.]+", help = "whose questions are asked for" },
  },

  oauth2 = {
    authorize = "https://stackoverflow.com/oauth",
    -- Not …/access_token/json: the other form is what older apps have.
    token = "https://stackoverflow.com/oauth/access_token",
    client_auth = "post",
    pkce = "forbidden",
    scopes = { "private_info" },
    scope_separator = ",",
    response = { expires_in = "/expires" },
  },

  request = {
    base = "https://api.stackexchange.com/2.3",
    token = { query = "access_token" },
    query = { key = "{key}", site = "{site}" },
    pagination = { page = "page", first = 1, items = "/items", more = "/has_more" },
  },

  identity = { get = "/me", base = "/items/0", id = "/account_id", name = "/display_name" },
}
