-- GitHub, as a GitHub App: https://github.com/settings/apps
--
-- The app signs a token with its private key; with it `authrun request github-app POST
-- /app/installations/ID/access_tokens` makes a token of one installation.
--
--   authrun github-app --option app_id=12345 --option private_key=file:app.private-key.pem

return provider {
  api = 1,
  id = "github-app",
  name = "GitHub App",
  kind = "jwt",
  docs = "https://docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-json-web-token-jwt-for-a-github-app",

  options = {
    app_id = {
      required = true,
      pattern = "[A-Za-z0-9.]+",
      help = "the App ID or the Client ID, from the page of the app",
    },
    private_key = { help = "a private key of the app, as it was downloaded" },
  },

  jwt = {
    alg = "RS256",
    claims = { iss = "{app_id}" },
    -- At most ten minutes, counted by GitHub's clock: hence a little less, and a start that lies back.
    lifetime = 540,
    backdate = 60,
  },

  request = {
    base = "https://api.github.com",
    headers = { accept = "application/vnd.github+json", ["x-github-api-version"] = "2022-11-28" },
  },

  identity = { get = "/app", id = "/id", login = "/slug", name = "/name" },

  rehearsal = { options = { app_id = "12345" } },
}
