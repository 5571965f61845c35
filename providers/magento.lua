-- Magento 1 and OpenMage, one shop: System → Web Services → REST - OAuth Consumers.
--
--   authrun magento --option shop=https://shop.example --option consumer_key=KEY \
--       --option consumer_secret=file:secret.txt

return provider {
  api = 1,
  id = "magento",
  name = "Magento",
  docs = "https://devdocs-openmage.org/guides/m1x/api/rest/authentication/oauth_authentication.html",

  options = {
    shop = { type = "url", required = true, help = "the shop's address" },
    consumer_key = { help = "the Key of the consumer" },
    consumer_secret = { help = "its Secret" },
  },

  oauth1 = {
    request_token = "{shop}/oauth/initiate",
    authorize = "{shop}/oauth/authorize",
    access_token = "{shop}/oauth/token",
    -- Older releases send neither the mark of RFC 5849 §2.1 nor a verifier.
    callback_confirmed = "optional",
    verifier = "optional",
  },

  capture = { { via = "loopback", redirect_uri = "http://127.0.0.1:8911/callback" } },

  request = { base = "{shop}/api/rest", headers = { accept = "application/json" } },
}
