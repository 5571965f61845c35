-- Asana's MCP server: a client is registered at the first login, so nothing has to be made before it.
--
--   authrun asana-mcp

return provider {
  api = 1,
  id = "asana-mcp",
  name = "Asana MCP",
  docs = "https://developers.asana.com/docs/using-asanas-mcp-server",

  options = { client_id = { required = false, help = "where you have registered a client yourself" } },

  oauth2 = {
    authorize = "https://app.asana.com/-/oauth_authorize",
    token = "https://app.asana.com/-/oauth_token",
    registration = {
      url = "https://app.asana.com/-/register",
      headers = { accept = "application/json" },
      client = { client_name = "authrun" },
    },
    client_auth = "none",
    resource = "https://mcp.asana.com/v2",
    scopes = { "default" },
  },

  request = { base = "https://mcp.asana.com" },
}
