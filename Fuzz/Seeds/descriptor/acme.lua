-- An in-house back end that gives a JWT for an app key: a model for services with a login of their own.
--
--   authrun acme --option base=https://api.acme.example --option user_id=42 \
--                --option app_key=env:ACME_APP_KEY

-- Trades the app key for tokens. The script never holds the key or a token as text: `ctx.opt.app_key`
-- is a handle that is filled in when the request leaves, and `take` cuts the tokens out of the answer.
local function sign_in(ctx)
  local r = ctx.http.post {
    url = ctx.opt.base / "client/auth/init",
    headers = { accept = "application/json" },
    form = { appKey = ctx.opt.app_key, userId = ctx.opt.user_id },
    take = { access = "/accessToken", refresh = "/refreshToken" },
  }

  -- A refusal looks like {"error":{"code":17,"desc":["first text", …]}}, whatever the HTTP status.
  -- Reading `r.json` is an error of its own when the answer is no JSON.
  local failure = r.json.error
  if failure then
    local text = failure.desc and failure.desc[1] or "the back end gave no reason"
    return ctx.fail("invalid_credentials", text, failure.code)
  end
  if not r.taken.access then
    local code = r.status >= 500 and "service_unavailable" or "protocol"
    return ctx.fail(code, "the back end answered with HTTP " .. r.status .. " and no accessToken")
  end

  return {
    access = r.taken.access,
    refresh = r.taken.refresh,
    -- The token says itself when it ends; one that is no JWT is an error.
    expires = ctx.jwt.claims(r.taken.access).exp,
  }
end

return provider {
  api = 1,
  id = "acme",
  name = "Acme in-house API",
  kind = "custom",

  options = {
    base = {
      type = "url",
      required = true,
      help = "where the back end is, such as https://api.acme.example",
    },
    -- `bind` keeps the key from any host but the back end.
    app_key = { type = "secret", required = true, bind = { "{base}" }, help = "the app's key" },
    user_id = { type = "string", required = true, help = "for whom the app acts" },
  },

  login = sign_in,

  -- The key is stored with the account, so a new token needs nobody.
  refresh = function(ctx, _)
    return sign_in(ctx)
  end,

  request = { base = "{base}", headers = { accept = "application/json" } },

  -- What `authrun rehearse acme` plays instead of the back end.
  rehearsal = {
    options = { base = "https://api.acme.example", app_key = "practice-app-key", user_id = "42" },
    replies = {
      {
        method = "POST",
        path = "/client/auth/init",
        form = { appKey = "{app_key}", userId = "{user_id}" },
        json = { accessToken = "{jwt}", refreshToken = "{random}" },
      },
      { method = "GET", path = "/me", bearer = true, json = { id = 42, name = "Practice User" } },
    },
  },
}
