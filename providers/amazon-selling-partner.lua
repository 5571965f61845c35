-- Amazon Selling Partner API: https://sellercentral.amazon.com/sellingpartner/developerconsole
--
--   authrun amazon-selling-partner --option application_id=amzn1.sp.solution.… --option client_id=ID \
--       --option client_secret=file:secret.txt

return provider {
  api = 1,
  id = "amazon-selling-partner",
  name = "Amazon Selling Partner API",
  docs = "https://developer-docs.amazon.com/sp-api/docs/website-authorization-workflow",

  options = {
    client_id = { help = "the LWA client id of your app" },
    client_secret = { help = "the LWA client secret" },
    application_id = { required = true, help = "the app's id in the developer console" },
    draft = { type = "boolean", default = false, help = "whether the app is a draft" },
    region = {
      type = "enum",
      values = { "na", "eu", "fe" },
      default = "na",
      help = "where the seller sells: North America, Europe, Far East",
    },
  },

  oauth2 = {
    authorize = {
      url = "https://sellercentral.amazon.com/apps/authorize/consent",
      params = { application_id = "{application_id}" },
      drop = { "client_id", "response_type" },
    },
    token = "https://api.amazon.com/auth/o2/token",
    client_auth = "post",
    pkce = "forbidden",
    -- Only the code has a name of its own; the others are as everywhere.
    callback = {
      code = "spapi_oauth_code",
      state = "state",
      error = "error",
      error_description = "error_description",
      keep = { "selling_partner_id" },
    },
  },

  -- The page of an app that is not published yet.
  on_authorize = function(ctx, params)
    if ctx.opt.draft then params.version = "beta" end
  end,

  capture = { { via = "paste", redirect_uri = "https://127.0.0.1/callback" } },

  request = {
    base = "https://sellingpartnerapi-{region}.amazon.com",
    token = { header = "x-amz-access-token" },
  },
}
