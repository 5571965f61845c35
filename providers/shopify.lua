-- Shopify, for one shop: an app of https://partners.shopify.com/
--
--   authrun shopify --option shop=my-shop --option client_id=KEY --option client_secret=file:secret.txt

return provider {
  api = 1,
  id = "shopify",
  name = "Shopify",
  docs = "https://shopify.dev/docs/apps/build/authentication-authorization",

  options = {
    shop = {
      required = true,
      pattern = "[a-z0-9][a-z0-9-]*",
      help = "the first part of the shop's address: my-shop of my-shop.myshopify.com",
    },
    client_id = { help = "the Client ID of your app, from its page at partners.shopify.com" },
    client_secret = { help = "the Client secret of your app" },
  },

  oauth2 = {
    authorize = "https://{shop}.myshopify.com/admin/oauth/authorize",
    -- `expiring` asks for a token that ends and a refresh token with it.
    token = {
      url = "https://{shop}.myshopify.com/admin/oauth/access_token",
      params = { expiring = "1" },
    },
    refresh = "https://{shop}.myshopify.com/admin/oauth/access_token",
    client_auth = "post",
    pkce = "forbidden",
    scopes = { "read_orders", "read_products" },
    scope_separator = ",",
    -- Shopify vouches for what the browser brings back.
    callback = {
      hmac = {
        param = "hmac",
        key = "{client_secret}",
        hash = "SHA-256",
        form = "hex",
        separator = "&",
      },
    },
  },

  -- The digest holds for every shop that has the app; this login is for one.
  on_callback = function(ctx, params)
    if params.shop and params.shop ~= ctx.opt.shop .. ".myshopify.com" then
      return ctx.fail("access_denied", "the answer is of another shop: " .. params.shop)
    end
  end,

  request = {
    base = "https://{shop}.myshopify.com/admin/api/2025-07",
    token = { header = "X-Shopify-Access-Token" },
  },

  identity = {
    get = "/shop.json",
    base = "/shop",
    id = "/id",
    login = "/myshopify_domain",
    name = "/name",
    email = "/email",
  },
}
