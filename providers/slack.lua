-- Slack, acting as the user who agrees (user tokens of OAuth v2): https://api.slack.com/apps
--
-- Slack sends browsers to https addresses only. Register https://127.0.0.1/callback; the browser then
-- shows an error page, whose address is pasted into the terminal.
--
--   authrun slack --option client_id=ID --option client_secret=file:secret.txt

return provider {
  api = 1,
  id = "slack",
  name = "Slack",
  docs = "https://api.slack.com/authentication/oauth-v2",

  options = {
    client_id = { help = "the Client ID of your app, from https://api.slack.com/apps" },
    client_secret = { help = "the Client Secret of your app" },
  },

  oauth2 = {
    -- `scope` would ask for a bot token; what a user grants is called `user_scope`.
    authorize = {
      url = "https://slack.com/oauth/v2/authorize",
      rename = { scope = "user_scope" },
    },
    token = "https://slack.com/api/oauth.v2.access",
    client_auth = "post",
    pkce = "forbidden",
    scopes = { "identify", "channels:read" },
    scope_separator = ",",
    response = {
      -- The user's token stands in an object of its own; one at the top would be the bot's.
      access_token = "/authed_user/access_token",
      refresh_token = "/authed_user/refresh_token",
      expires_in = "/authed_user/expires_in",
      token_type = "/authed_user/token_type",
      scope = "/authed_user/scope",
      error = { at = "/ok", is = false, code = "/error", invalid_grant = { "invalid_refresh_token" } },
      keep = { "/team/id", "/app_id" },
    },
  },

  -- A refresh answers with the user's token at the top.
  on_token_response = function(_, answer)
    if not answer.authed_user and answer.access_token then
      answer.authed_user = {
        access_token = answer.access_token,
        refresh_token = answer.refresh_token,
        expires_in = answer.expires_in,
        token_type = answer.token_type,
        scope = answer.scope,
      }
    end
  end,

  capture = { { via = "paste", redirect_uri = "https://127.0.0.1/callback" } },

  request = {
    base = "https://slack.com/api",
    pagination = { cursor = "/response_metadata/next_cursor", parameter = "cursor", items = "/channels" },
  },

  identity = { post = "/auth.test", id = "/user_id", login = "/user", name = "/team" },
}
