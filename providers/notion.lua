-- Notion, as a public integration: https://www.notion.so/my-integrations
--
--   authrun notion --option client_id=ID --option client_secret=file:secret.txt

return provider {
  api = 1,
  id = "notion",
  name = "Notion",
  docs = "https://developers.notion.com/docs/authorization",

  options = {
    client_id = { help = "the OAuth client ID of your integration" },
    client_secret = { help = "the OAuth client secret of your integration" },
  },

  oauth2 = {
    authorize = { url = "https://api.notion.com/v1/oauth/authorize", params = { owner = "user" } },
    token = { url = "https://api.notion.com/v1/oauth/token", body = "json" },
    client_auth = "basic",
    -- A token request with members that it does not know is refused.
    pkce = "forbidden",
    response = { keep = { "/workspace_id", "/workspace_name", "/bot_id" } },
  },

  request = {
    base = "https://api.notion.com/v1",
    headers = { ["notion-version"] = "2022-06-28" },
  },

  identity = {
    from = "token",
    base = "/owner/user",
    id = "/id",
    name = "/name",
    email = "/person/email",
  },
}
