-- App Store Connect: https://appstoreconnect.apple.com/access/integrations/api
--
--   authrun app-store-connect --option issuer=UUID --option key_id=KEY --option private_key=file:AuthKey.p8

return provider {
  api = 1,
  id = "app-store-connect",
  name = "App Store Connect",
  kind = "jwt",
  docs = "https://developer.apple.com/documentation/appstoreconnectapi/generating-tokens-for-api-requests",

  options = {
    issuer = { required = true, pattern = "[0-9a-f-]+", help = "the Issuer ID above the list of keys" },
    key_id = { required = true, pattern = "[A-Z0-9]+", help = "the Key ID" },
    private_key = { help = "the private key, AuthKey_….p8" },
  },

  jwt = {
    alg = "ES256",
    kid = "{key_id}",
    header = { typ = "JWT" },
    claims = { iss = "{issuer}", aud = "appstoreconnect-v1" },
    lifetime = 1140,
  },

  request = { base = "https://api.appstoreconnect.apple.com/v1" },

  rehearsal = { options = { issuer = "57246542-96fe-1a63-e053-0824d011072a", key_id = "2X9R4HXF34" } },
}
