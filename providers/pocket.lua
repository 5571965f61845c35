-- Pocket: https://getpocket.com/developer/apps/
--
--   authrun pocket --option consumer_key=KEY

-- Both calls answer with JSON when this field asks for it, and with a form otherwise.
local as_json = { ["x-accept"] = "application/json" }

-- What a refusal says stands in header fields.
local function refuse(ctx, r)
  local text = r.headers["x-error"] or ("HTTP " .. r.status)
  local code = r.status == 403 and "access_denied" or "provider_refused"
  return ctx.fail(code, text, r.headers["x-error-code"])
end

return provider {
  api = 1,
  id = "pocket",
  name = "Pocket",
  kind = "custom",
  docs = "https://getpocket.com/developer/docs/authentication",

  options = { consumer_key = { required = true, help = "the consumer key of your app" } },

  hosts = { "getpocket.com" },

  capture = { { via = "loopback", redirect_uri = "http://127.0.0.1:8911/callback" } },

  login = function(ctx)
    local back = ctx.browser.redirect_uri
    local r = ctx.http.post {
      url = "https://getpocket.com/v3/oauth/request",
      headers = as_json,
      json = { consumer_key = ctx.opt.consumer_key, redirect_uri = back },
    }
    if r.status ~= 200 then return refuse(ctx, r) end
    local code = r.json.code

    -- The browser brings nothing back: whether the user agreed shows when the code is used.
    ctx.browser.authorize {
      url = "https://getpocket.com/auth/authorize",
      state = false, -- nothing comes back
      query = { request_token = code, redirect_uri = back },
    }

    r = ctx.http.post {
      url = "https://getpocket.com/v3/oauth/authorize",
      headers = as_json,
      json = { consumer_key = ctx.opt.consumer_key, code = code },
      take = { access = "/access_token" },
    }
    if not r.taken.access then return refuse(ctx, r) end
    return { access = r.taken.access, extras = { username = r.json.username } }
  end,

  identity = function(_, token)
    return { id = token.extras.username, login = token.extras.username }
  end,

  request = { base = "https://getpocket.com/v3" },

  rehearsal = {
    options = { consumer_key = "1234-abcd" },
    replies = {
      {
        method = "POST",
        path = "/v3/oauth/request",
        json = { code = "dcba4321" },
      },
      {
        method = "GET",
        path = "/auth/authorize",
        status = 302,
        headers = { location = "http://127.0.0.1:8911/callback" },
      },
      {
        method = "POST",
        path = "/v3/oauth/authorize",
        json = { access_token = "{random}", username = "practice_user" },
      },
    },
  },
}
