-- Tableau Cloud and Server, with a personal access token.
--
--   authrun tableau --option server=https://10ax.online.tableau.com --option site=my-site \
--       --option token_name=NAME --option token_secret=file:secret.txt

return provider {
  api = 1,
  id = "tableau",
  name = "Tableau",
  kind = "custom",
  features = {},
  docs = "https://help.tableau.com/current/api/rest_api/en-us/REST/rest_api_concepts_auth.htm",

  options = {
    server = { type = "url", required = true, help = "such as https://10ax.online.tableau.com" },
    version = { default = "3.24", pattern = "[0-9]+\\.[0-9]+", help = "the version of the REST API" },
    site = { default = "", help = "the site's contentUrl; empty for the default site of a server" },
    token_name = { required = true, help = "the name of the personal access token" },
    token_secret = { type = "secret", required = true, bind = { "{server}" }, help = "its secret" },
  },

  login = function(ctx)
    local r = ctx.http.post {
      url = ctx.opt.server / "api" / ctx.opt.version / "auth/signin",
      headers = { accept = "application/json" },
      json = {
        credentials = {
          personalAccessTokenName = ctx.opt.token_name,
          personalAccessTokenSecret = ctx.opt.token_secret,
          site = { contentUrl = ctx.opt.site },
        },
      },
      take = { access = "/credentials/token" },
    }
    local failure = r.json.error
    if failure then
      return ctx.fail("invalid_credentials", failure.detail or failure.summary, failure.code)
    end
    if not r.taken.access then
      return ctx.fail("protocol", "HTTP " .. r.status .. " without a token")
    end
    -- Such as "239:59:50": hours, minutes and seconds.
    local left = r.json.credentials.estimatedTimeToExpiration or ""
    local h, m, s = left:match("^(%d+):(%d+):(%d+)$")
    return {
      access = r.taken.access,
      expires_in = h and h * 3600 + m * 60 + s,
      extras = { site_id = r.json.credentials.site.id },
    }
  end,

  revoke = function(ctx, token)
    ctx.http.post {
      url = ctx.opt.server / "api" / ctx.opt.version / "auth/signout",
      headers = { ["x-tableau-auth"] = token.access },
      expect = { 200, 204, 401 },
    }
  end,

  health = function(ctx, token)
    local r = ctx.http.get {
      url = ctx.opt.server / "api" / ctx.opt.version / "sessions/current",
      headers = { accept = "application/json", ["x-tableau-auth"] = token.access },
    }
    return r.status == 200, "the session is not known any more"
  end,

  request = {
    base = "{server}/api/{version}",
    token = { header = "X-Tableau-Auth" },
    headers = { accept = "application/json" },
  },

  rehearsal = {
    options = {
      server = "https://tableau.practice.example",
      token_name = "practice",
      token_secret = "practice-secret",
    },
    replies = {
      {
        method = "POST",
        path = "/api/3.24/auth/signin",
        json = {
          credentials = {
            token = "{random}",
            site = { id = "9a8b7c6d", contentUrl = "" },
            estimatedTimeToExpiration = "239:59:50",
          },
        },
      },
      { method = "POST", path = "/api/3.24/auth/signout", status = 204 },
      { path = "/api/3.24/sessions/current", json = { session = {} } },
    },
  },
}
