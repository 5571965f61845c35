-- Withings health data: https://developer.withings.com/dashboard/
--
--   authrun withings --option client_id=ID --option client_secret=file:secret.txt

return provider {
  api = 1,
  id = "withings",
  name = "Withings",
  docs = "https://developer.withings.com/api-reference#tag/oauth2",

  options = {
    client_id = { help = "the Client ID of your application" },
    client_secret = { help = "the Secret of your application" },
  },

  oauth2 = {
    authorize = "https://account.withings.com/oauth2_user/authorize2",
    -- One address for every call; `action` says which.
    token = {
      url = "https://wbsapi.withings.net/v2/oauth2",
      params = { action = "requesttoken" },
    },
    client_auth = "post",
    pkce = "forbidden",
    scopes = { "user.info", "user.metrics" },
    scope_separator = ",",
    response = {
      access_token = "/body/access_token",
      refresh_token = "/body/refresh_token",
      expires_in = "/body/expires_in",
      token_type = "/body/token_type",
      scope = "/body/scope",
      -- The HTTP status is 200 always.
      error = { at = "/status", is_not = 0, code = "/status", message = "/error" },
      keep = { "/body/userid" },
    },
  },

  request = { base = "https://wbsapi.withings.net" },

  identity = { from = "token", id = "/body/userid" },
}
