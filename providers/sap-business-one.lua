-- SAP Business One, Service Layer: a user's name and password open a session, which a cookie carries.
--
--   authrun sap-business-one --option server=https://b1.example:50000 --option company_db=SBODEMOUS \
--                            --option username=manager --option password=env:B1_PASSWORD

-- Opens a session, at the login and whenever one has ended: the options are still there.
local function open_session(ctx, token)
  local r = ctx.http.post {
    url = ctx.opt.server / "b1s/v1/Login",
    json = { CompanyDB = ctx.opt.company_db, UserName = ctx.opt.username, Password = ctx.opt.password },
    take = { access = { cookie = "B1SESSION" } },
  }
  if r.status == 401 then
    -- In a refresh, invalid_grant alone says that only the user can help.
    local code = token and "invalid_grant" or "invalid_credentials"
    local problem = r.json.error
    local text = problem and problem.message and problem.message.value
    return ctx.fail(code, text or "the service gave no reason", problem and problem.code)
  end
  if not r.taken.access then
    local code = r.status >= 500 and "service_unavailable" or "protocol"
    return ctx.fail(code, "the service answered with HTTP " .. r.status .. " and no session")
  end
  -- A session ends when it has not been used for so many minutes; it is renewed a minute before.
  local minutes = r.json.SessionTimeout or 30
  return {
    access = r.taken.access,
    expires_in = minutes * 60 - 60,
    token_type = "Cookie",
    extras = { version = r.json.Version },
  }
end

return provider {
  api = 1,
  id = "sap-business-one",
  name = "SAP Business One",
  docs = "https://help.sap.com/docs/SAP_BUSINESS_ONE",

  options = {
    server = { type = "url", required = true, help = "the Service Layer, such as https://b1.example:50000" },
    company_db = { required = true, help = "the company's database, such as SBODEMOUS" },
    username = { required = true, help = "the user's code" },
    password = { type = "secret", required = true, bind = { "{server}" }, help = "the user's password" },
  },

  login = open_session,
  refresh = open_session,

  revoke = function(ctx, token)
    ctx.http.post {
      url = ctx.opt.server / "b1s/v1/Logout",
      cookies = { B1SESSION = token.access },
      expect = true,
    }
  end,

  identity = function(ctx)
    return { id = ctx.opt.company_db .. "/" .. ctx.opt.username, login = ctx.opt.username }
  end,

  request = {
    base = "{server}/b1s/v1",
    token = { cookie = "B1SESSION" },
    pagination = { next = "/odata.nextLink", items = "/value" },
  },

  rehearsal = {
    options = {
      server = "https://b1.example:50000",
      company_db = "SBODEMOUS",
      username = "manager",
      password = "practice-password",
    },
    replies = {
      {
        method = "POST",
        path = "/b1s/v1/Login",
        json = { Version = "1000190", SessionTimeout = 30 },
        set_cookies = { B1SESSION = "{random}" },
      },
      { path = "/b1s/v1/Items", bearer = true, json = { value = {} } },
      { method = "POST", path = "/b1s/v1/Logout", bearer = true, status = 204 },
    },
  },
}
