-- Apollo.io: https://developer.apollo.io/oauth-registration
--
--   authrun apollo --option client_id=ID --option client_secret=file:secret.txt

return provider {
  api = 1,
  id = "apollo",
  name = "Apollo.io",
  docs = "https://docs.apollo.io/docs/use-oauth-20-authorization-flow-to-access-apollo-user-information-partners",

  options = {
    client_id = { help = "the Client ID of your app" },
    client_secret = { help = "its Client Secret" },
  },

  oauth2 = {
    -- The page is a script, which reads its parameters behind the #.
    authorize = {
      url = "https://app.apollo.io/",
      fragment = "/oauth/authorize",
      place = "fragment",
    },
    token = "https://app.apollo.io/api/v1/oauth/token",
    client_auth = "post",
    pkce = "forbidden",
    scopes = { "read_user_profile" },
  },

  capture = { { via = "paste", redirect_uri = "https://127.0.0.1/callback" } },

  request = { base = "https://app.apollo.io/api/v1" },

  identity = { get = "/users/api_profile", id = "/id", name = "/name", email = "/email" },
}
