-- Todoist: https://developer.todoist.com/appconsole.html
--
--   authrun todoist --option client_id=ID --option client_secret=file:secret.txt

return provider {
  api = 1,
  id = "todoist",
  name = "Todoist",
  docs = "https://developer.todoist.com/api/v1/#tag/Authorization/OAuth",

  options = {
    client_id = { help = "the Client ID of your app" },
    client_secret = { help = "the Client secret of your app" },
  },

  oauth2 = {
    authorize = "https://todoist.com/oauth/authorize",
    token = "https://todoist.com/oauth/access_token",
    client_auth = "post",
    pkce = "forbidden",
    scopes = { "data:read" },
    scope_separator = ",",
  },

  request = { base = "https://api.todoist.com/api/v1" },

  identity = {
    post = "/sync",
    form = { sync_token = "*", resource_types = '["user"]' },
    base = "/user",
    id = "/id",
    name = "/full_name",
    email = "/email",
  },
}
