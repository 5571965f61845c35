-- Mastercard's APIs, by OAuth 1.0a without a login: https://developer.mastercard.com/
--
-- A project's consumer key is on its page there, and the signing key is in the .p12 file that the page gives
-- once. Take the key out of that file, without a passphrase, into one that only you can read:
--
--   (umask 077 && openssl pkcs12 -in KEY.p12 -nodes -nocerts -out key.pem)
--   authrun mastercard --option consumer_key=KEY --option private_key=file:key.pem
--
-- The sandbox lies at a host of its own: --option host=sandbox.api.mastercard.com

return provider {
  api = 1,
  id = "mastercard",
  name = "Mastercard",
  docs = "https://developer.mastercard.com/platform/documentation/using-oauth-1a-to-access-mastercard-apis/",

  options = {
    consumer_key = { help = "the consumer key of your project" },
    private_key = { help = "the project's signing key, in PEM" },
    host = {
      type = "enum",
      values = { "api.mastercard.com", "sandbox.api.mastercard.com" },
      default = "api.mastercard.com",
      help = "the API itself or its sandbox",
    },
  },

  -- The consumer signs by itself: there is no user, no token and no secret, and bodies are signed by their hash.
  oauth1 = { signature = "RSA-SHA256", body_hash = true },

  request = { base = "https://{host}" },
}
