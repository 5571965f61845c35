-- Stripe Apps: https://docs.stripe.com/stripe-apps/api-authentication/oauth
--
--   authrun stripe-app --option client_id=CLIENT --option client_secret=file:key.txt

return provider {
  api = 1,
  id = "stripe-app",
  name = "Stripe Apps",
  docs = "https://docs.stripe.com/stripe-apps/api-authentication/oauth",

  options = {
    client_id = { help = "the client id in the app's install link" },
    client_secret = { help = "the secret key of the app's own account" },
  },

  oauth2 = {
    authorize = "https://marketplace.stripe.com/oauth/v2/authorize",
    token = "https://api.stripe.com/v1/oauth/token",
    -- The key is the user name of HTTP Basic, without a password.
    client_auth = "basic_secret",
    pkce = "forbidden",
    response = { lifetime = 3600, keep = { "/stripe_user_id", "/livemode" } },
  },

  capture = { { via = "paste", redirect_uri = "https://127.0.0.1/callback" } },

  request = { base = "https://api.stripe.com/v1" },

  identity = { get = "/account", id = "/id", name = "/settings/dashboard/display_name", email = "/email" },
}
