-- Zendesk, one account, with an API token: Admin Center → Apps and integrations → Zendesk API.
--
--   authrun zendesk --option account=my-company --option email=me@example.org --option password=file:token.txt

return provider {
  api = 1,
  id = "zendesk",
  name = "Zendesk",
  kind = "basic",
  docs = "https://developer.zendesk.com/api-reference/introduction/security-and-auth/#api-token",

  options = {
    account = {
      required = true,
      pattern = "[a-z0-9][a-z0-9-]*",
      help = "the first part of the account's address: my-company of my-company.zendesk.com",
    },
    email = { required = true, help = "the mail address of the agent" },
    password = { help = "the API token" },
  },

  -- The token is the password of a user name with a mark.
  basic = { username = "{email}/token", password = "{password}", verify = "/users/me.json" },

  request = { base = "https://{account}.zendesk.com/api/v2" },

  identity = { get = "/users/me.json", base = "/user", id = "/id", name = "/name", email = "/email" },

  rehearsal = { options = { account = "practice", email = "agent@practice.example" } },
}
