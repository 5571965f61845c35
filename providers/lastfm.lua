-- Last.fm: https://www.last.fm/api/account/create
--
--   authrun lastfm --option api_key=KEY --option secret=file:secret.txt

-- The digest of all parameters in the order of their names, and the secret behind them.
local function signed(ctx, params)
  local names = {}
  for name in pairs(params) do names[#names + 1] = name end
  table.sort(names)
  local parts = {}
  for _, name in ipairs(names) do
    parts[#parts + 1] = name
    parts[#parts + 1] = params[name]
  end
  parts[#parts + 1] = ctx.opt.secret
  return ctx.hash.md5(parts)
end

return provider {
  api = 1,
  id = "lastfm",
  name = "Last.fm",
  kind = "custom",
  docs = "https://www.last.fm/api/webauth",

  options = {
    api_key = { required = true, help = "the API key" },
    secret = { type = "secret", required = true, bind = { "ws.audioscrobbler.com" }, help = "the shared secret" },
  },

  hosts = { "www.last.fm", "ws.audioscrobbler.com" },

  capture = { { via = "loopback", redirect_uri = "http://127.0.0.1:8911/callback" } },

  login = function(ctx)
    local answer = ctx.browser.authorize {
      url = "https://www.last.fm/api/auth/",
      state = false, -- none comes back
      query = { api_key = ctx.opt.api_key, cb = ctx.browser.redirect_uri },
    }
    if not answer.token then return ctx.fail("access_denied", "the callback brought no token") end
    local params = { api_key = ctx.opt.api_key, method = "auth.getSession", token = answer.token }
    local signature = signed(ctx, params)
    params.api_sig = signature
    params.format = "json"
    local r = ctx.http.post {
      url = "https://ws.audioscrobbler.com/2.0/",
      form = params,
      take = { access = "/session/key" },
    }
    if not r.taken.access then
      return ctx.fail("provider_refused", r.json.message or "no session", r.json.error)
    end
    -- A session does not end.
    return { access = r.taken.access, extras = { name = r.json.session.name } }
  end,

  identity = function(_, token)
    return { id = token.extras.name, login = token.extras.name }
  end,

  -- Calls that change something, or tell what is private, are signed like the login.
  sign = function(ctx, request, token)
    local params = { sk = token.access }
    for name, value in request.query:gmatch("([^&=]+)=([^&]*)") do
      local text = value:gsub("+", " "):gsub("%%(%x%x)", function(hex)
        return string.char(tonumber(hex, 16))
      end)
      if name ~= "format" and name ~= "sk" then params[name] = text end
    end
    return { query = { sk = token.access, api_sig = signed(ctx, params) } }
  end,

  request = {
    base = "https://ws.audioscrobbler.com/2.0",
    query = { api_key = "{api_key}", format = "json" },
  },

  rehearsal = {
    options = { api_key = "practice-key", secret = "practice-secret" },
    replies = {
      {
        path = "/api/auth/",
        status = 302,
        headers = { location = "http://127.0.0.1:8911/callback?token=practice-token" },
      },
      {
        method = "POST",
        path = "/2.0/",
        json = { session = { name = "practice_user", key = "{random}", subscriber = 0 } },
      },
    },
  },
}
