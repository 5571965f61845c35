-- Jobber: https://developer.getjobber.com/
--
--   authrun jobber --option client_id=ID --option client_secret=file:secret.txt

return provider {
  api = 1,
  id = "jobber",
  name = "Jobber",
  docs = "https://developer.getjobber.com/docs/building_your_app/app_authorization/",

  options = {
    client_id = { help = "the Client ID of your app" },
    client_secret = { help = "its Client secret" },
    version = { default = "2025-01-20", pattern = "[0-9-]+", help = "the version of the GraphQL API" },
  },

  oauth2 = {
    authorize = "https://api.getjobber.com/api/oauth/authorize",
    token = "https://api.getjobber.com/api/oauth/token",
    client_auth = "post",
    pkce = "forbidden",
    -- The answer does not say how long the token lives; the token, which is a JWT, does.
    response = { jwt_expiry = true },
  },

  request = {
    base = "https://api.getjobber.com/api",
    headers = { ["x-jobber-graphql-version"] = "{version}" },
  },

  identity = {
    post = "/graphql",
    headers = { accept = "application/json" },
    json = { query = "query {{ account {{ id name }} }}" },
    base = "/data/account",
    id = "/id",
    name = "/name",
  },
}
