-- Sign in with Apple: https://developer.apple.com/account/resources/identifiers/list/serviceId
--
-- Apple sends browsers to https addresses only, by POST. Give the registered address with --redirect-uri.
--
--   authrun apple --option client_id=SERVICES_ID --option team_id=TEAM --option key_id=KEY \
--                 --option private_key=file:AuthKey.p8

return provider {
  api = 1,
  id = "apple",
  name = "Apple",
  kind = "oidc",
  docs = "https://developer.apple.com/documentation/signinwithapplerestapi",

  options = {
    client_id = { help = "the Services ID" },
    team_id = { required = true, pattern = "[A-Z0-9]+", help = "the Team ID, ten characters" },
    key_id = { required = true, pattern = "[A-Z0-9]+", help = "the Key ID of the private key" },
    private_key = { help = "the private key for Sign in with Apple, AuthKey_….p8" },
  },

  oidc = { issuer = "https://appleid.apple.com", algorithms = { "RS256" } },

  oauth2 = {
    authorize = "https://appleid.apple.com/auth/authorize",
    token = "https://appleid.apple.com/auth/token",
    revoke = "https://appleid.apple.com/auth/revoke",
    jwks = "https://appleid.apple.com/auth/keys",
    -- The client secret is itself a JWT.
    client_auth = "post_jwt",
    client_assertion = {
      alg = "ES256",
      kid = "{key_id}",
      audience = "https://appleid.apple.com",
      lifetime = 300,
      claims = { iss = "{team_id}", sub = "{client_id}" },
    },
    response_mode = "form_post",
    scopes = { "openid", "name", "email" },
  },

  capture = { { via = "paste", redirect_uri = "https://127.0.0.1/callback" } },

  rehearsal = { options = { team_id = "ABCDE12345", key_id = "FGHIJ67890" } },
}
