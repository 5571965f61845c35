-- LinkedIn, Sign In with OpenID Connect: https://www.linkedin.com/developers/apps
--
--   authrun linkedin --option client_id=ID --option client_secret=file:secret.txt

return provider {
  api = 1,
  id = "linkedin",
  name = "LinkedIn",
  kind = "oidc",
  docs = "https://learn.microsoft.com/en-us/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2",

  options = {
    client_id = { help = "the Client ID of your app" },
    client_secret = { help = "its Primary Client Secret" },
  },

  -- The issuer has moved once, and the nonce does not come back.
  oidc = {
    issuer = { "https://www.linkedin.com/oauth", "https://www.linkedin.com" },
    nonce = "optional",
  },

  oauth2 = {
    authorize = "https://www.linkedin.com/oauth/v2/authorization",
    token = "https://www.linkedin.com/oauth/v2/accessToken",
    userinfo = "https://api.linkedin.com/v2/userinfo",
    jwks = "https://www.linkedin.com/oauth/openid/jwks",
    client_auth = "post",
    -- An exchange with code_verifier is answered with invalid_client.
    pkce = "forbidden",
    scopes = { "openid", "profile", "email" },
  },

  capture = { { via = "loopback", redirect_uri = "http://localhost:8911/callback" } },

  request = { base = "https://api.linkedin.com/v2" },
}
