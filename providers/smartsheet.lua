-- Smartsheet: https://app.smartsheet.com/ → Account → Developer Tools
--
--   authrun smartsheet --option client_id=ID --option client_secret=file:secret.txt

-- Smartsheet wants the digest of the secret and the code, never the secret itself. Secrets stay handles:
-- they are put together and hashed by the host.
local function prove(ctx, params)
  local proof = params.code or params.refresh_token
  params.hash = ctx.hash.sha256 { ctx.opt.client_secret, "|", proof }
end

return provider {
  api = 1,
  id = "smartsheet",
  name = "Smartsheet",
  docs = "https://smartsheet.redoc.ly/#section/OAuth-Walkthrough",

  options = {
    client_id = { help = "the App client id" },
    client_secret = { bind = { "api.smartsheet.com" }, help = "the App secret" },
  },

  oauth2 = {
    authorize = "https://app.smartsheet.com/b/authorize",
    token = { url = "https://api.smartsheet.com/2.0/token", drop = { "client_secret" } },
    client_auth = "post",
    pkce = "forbidden",
    scopes = { "READ_SHEETS" },
  },

  capture = { { via = "loopback", redirect_uri = "http://localhost:8911/callback" } },

  on_token_request = prove,

  request = { base = "https://api.smartsheet.com/2.0" },

  identity = { get = "/users/me", id = "/id", name = "/firstName", email = "/email" },
}
