-- Linear: https://linear.app/settings/api/applications
--
--   authrun linear --option client_id=ID --option client_secret=file:secret.txt

return provider {
  api = 1,
  id = "linear",
  name = "Linear",
  docs = "https://linear.app/developers/oauth-2-0-authentication",

  options = {
    client_id = { help = "the Client ID of your application" },
    client_secret = { help = "the Client secret of your application" },
  },

  oauth2 = {
    authorize = { url = "https://linear.app/oauth/authorize", params = { prompt = "consent" } },
    token = "https://api.linear.app/oauth/token",
    revoke = { url = "https://api.linear.app/oauth/revoke", drop = { "token_type_hint" } },
    client_auth = "post",
    pkce = "optional",
    scopes = { "read" },
    scope_separator = ",",
  },

  request = { base = "https://api.linear.app" },

  -- The whole API is one address, and even who one is has to be asked as a query.
  identity = {
    post = "/graphql",
    json = { query = "query {{ viewer {{ id name email }} }}" },
    base = "/data/viewer",
    id = "/id",
    name = "/name",
    email = "/email",
  },
}
