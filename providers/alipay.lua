-- Alipay, login for web pages: https://open.alipay.com/develop/manage
--
--   authrun alipay --option client_id=APPID --option private_key=file:key.pem
--
-- Every request is signed with the application's private key (RSA2): sorted parameters, RSA with SHA-256.

-- The time as the gateway wants it: in China, whatever the clock here says.
local function timestamp(ctx)
  local seconds = ctx.now() + 8 * 3600
  local days, rest = seconds // 86400, seconds % 86400
  -- Days since 1970 to a date, with years that begin in March.
  local z = days + 719468
  local era = z // 146097
  local doe = z % 146097
  local yoe = (doe - doe // 1460 + doe // 36524 - doe // 146096) // 365
  local doy = doe - (365 * yoe + yoe // 4 - yoe // 100)
  local mp = (5 * doy + 2) // 153
  local month = mp < 10 and mp + 3 or mp - 9
  local year = yoe + era * 400 + (month <= 2 and 1 or 0)
  return ("%04d-%02d-%02d %02d:%02d:%02d"):format(
    year,
    month,
    doy - (153 * mp + 2) // 5 + 1,
    rest // 3600,
    rest % 3600 // 60,
    rest % 60
  )
end

local function signature(ctx, params)
  return ctx.sign.template {
    rsa = "sha256",
    key = ctx.opt.private_key,
    parts = { { sorted = params, without = { "sign" } } },
    format = "base64",
  }
end

return provider {
  api = 1,
  id = "alipay",
  name = "Alipay",
  docs = "https://opendocs.alipay.com/open/263/105809",

  options = {
    client_id = { help = "the APPID of your application" },
    private_key = {
      type = "secret",
      required = true,
      help = "the application's private key, in PEM",
    },
  },

  oauth2 = {
    authorize = {
      url = "https://openauth.alipay.com/oauth2/publicAppAuthorize.htm",
      rename = { client_id = "app_id" },
      drop = { "response_type" },
    },
    callback = { code = "auth_code" },
    token = {
      url = "https://openapi.alipay.com/gateway.do",
      rename = { client_id = "app_id" },
      drop = { "redirect_uri" },
      params = {
        method = "alipay.system.oauth.token",
        format = "JSON",
        charset = "utf-8",
        sign_type = "RSA2",
        version = "1.0",
      },
    },
    client_auth = "none",
    pkce = "forbidden",
    scopes = { "auth_user" },
    scope_separator = ",",
    response = {
      access_token = "/alipay_system_oauth_token_response/access_token",
      refresh_token = "/alipay_system_oauth_token_response/refresh_token",
      expires_in = "/alipay_system_oauth_token_response/expires_in",
      -- The HTTP status is 200 always.
      error = {
        at = "/error_response",
        code = "/error_response/sub_code",
        message = "/error_response/sub_msg",
      },
      keep = { "/alipay_system_oauth_token_response/user_id" },
    },
  },

  capture = { { via = "paste", redirect_uri = "https://localhost/callback" } },

  on_token_request = function(ctx, params)
    params.timestamp = timestamp(ctx)
    params.sign = signature(ctx, params)
  end,

  sign = function(ctx, request, token)
    local params = { timestamp = timestamp(ctx), auth_token = token.access }
    local query = { timestamp = params.timestamp, auth_token = token.access }
    for name, value in pairs(request.params) do params[name] = value end
    query.sign = signature(ctx, params)
    return { query = query }
  end,

  request = {
    base = "https://openapi.alipay.com",
    query = {
      app_id = "{client_id}",
      format = "JSON",
      charset = "utf-8",
      sign_type = "RSA2",
      version = "1.0",
    },
  },

  identity = {
    get = "/gateway.do?method=alipay.user.info.share",
    base = "/alipay_user_info_share_response",
    id = "/user_id",
    name = "/nick_name",
  },
}
