-- Salesforce, as a connected app of one organisation.
--
-- Register the callback http://localhost:8911/callback: Salesforce takes http for this name only.
--
--   authrun salesforce --option domain=my-company --option client_id=KEY \
--                      --option client_secret=file:secret.txt

return provider {
  api = 1,
  id = "salesforce",
  name = "Salesforce",
  docs = "https://help.salesforce.com/s/articleView?id=sf.remoteaccess_oauth_web_server_flow.htm",

  options = {
    domain = {
      required = true,
      pattern = "[a-z0-9-]+(\\.sandbox)?",
      help = "My Domain: my-company of my-company.my.salesforce.com",
    },
    client_id = { help = "the Consumer Key of your connected app" },
    client_secret = { help = "the Consumer Secret of your connected app" },
  },

  oauth2 = {
    authorize = "https://{domain}.my.salesforce.com/services/oauth2/authorize",
    token = "https://{domain}.my.salesforce.com/services/oauth2/token",
    revoke = "https://{domain}.my.salesforce.com/services/oauth2/revoke",
    client_auth = "post",
    scopes = { "api", "refresh_token" },
    response = {
      keep = { "/instance_url", "/id" },
      -- The answer does not say; two hours is what an organisation has unless it chose otherwise.
      lifetime = 7200,
    },
  },

  capture = { { via = "loopback", redirect_uri = "http://localhost:8911/callback" } },

  -- Where the data is comes with the token; it is one of the hosts above, or nothing is sent.
  request = { base = { from = "/instance_url" } },

  identity = {
    get = "https://{domain}.my.salesforce.com/services/oauth2/userinfo",
    id = "/user_id",
    login = "/preferred_username",
    name = "/name",
    email = "/email",
  },
}
