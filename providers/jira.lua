-- Jira Cloud: https://developer.atlassian.com/console/myapps/
--
--   authrun jira --option client_id=ID --option client_secret=file:secret.txt --option site=my-company

return provider {
  api = 1,
  id = "jira",
  name = "Jira Cloud",
  docs = "https://developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps/",

  options = {
    client_id = { help = "the Client ID of your app" },
    client_secret = { help = "the Secret of your app" },
    site = { help = "the site's address, https://my-company.atlassian.net; the first one where left out" },
    cloud_id = { pattern = "[0-9a-f-]+", help = "the site's id; the login finds it" },
  },

  oauth2 = {
    authorize = { url = "https://auth.atlassian.com/authorize", params = { prompt = "consent" } },
    token = { url = "https://auth.atlassian.com/oauth/token", body = "json" },
    client_auth = "post",
    pkce = "optional",
    audience = "api.atlassian.com",
    scopes = { "read:jira-work", "read:jira-user", "offline_access" },
  },

  -- A token may open several sites, and each has an address of its own in the API.
  lookups = {
    {
      get = "https://api.atlassian.com/oauth/token/accessible-resources",
      headers = { accept = "application/json" },
      list = "",
      match = { ["/url"] = "{site}" },
      set = { cloud_id = "/id" },
      keep = { "/url", "/name" },
    },
  },

  capture = { { via = "loopback", redirect_uri = "http://localhost:8911/callback" } },

  request = {
    base = "https://api.atlassian.com/ex/jira/{cloud_id}/rest/api/3",
    pagination = { offset = "startAt", items = "/values" },
  },

  rehearsal = { options = { cloud_id = "11223344-a1b2-3b33-c444-def123456789" } },

  identity = { get = "/myself", id = "/accountId", name = "/displayName", email = "/emailAddress" },
}
