-- HelseID, the login of Norwegian health services: https://selvbetjening.nhn.no/
--
-- A profile for high stakes: the request is left with the service beforehand, clients sign assertions, and
-- tokens are bound to a key.
--
--   authrun helseid --option client_id=ID --option private_key=file:key.json --scope openid --scope …

return provider {
  api = 1,
  id = "helseid",
  name = "HelseID",
  kind = "oidc",
  docs = "https://utviklerportal.nhn.no/informasjonstjenester/helseid/",

  options = {
    client_id = { help = "the id of the client's configuration" },
    private_key = { help = "the client's private key, a JWK or PEM" },
    organization = { pattern = "[0-9]{9}", help = "for whom the client acts, by its number" },
  },

  oidc = { issuer = "https://helseid-sts.nhn.no" },

  oauth2 = {
    issuer = "https://helseid-sts.nhn.no",
    authorize = "https://helseid-sts.nhn.no/connect/authorize",
    token = "https://helseid-sts.nhn.no/connect/token",
    par = "https://helseid-sts.nhn.no/connect/par",
    revoke = "https://helseid-sts.nhn.no/connect/revocation",
    userinfo = "https://helseid-sts.nhn.no/connect/userinfo",
    jwks = "https://helseid-sts.nhn.no/.well-known/openid-configuration/jwks",
    client_auth = "private_key_jwt",
    client_assertion = {
      audience = "https://helseid-sts.nhn.no",
      lifetime = 10,
      header = { typ = "client-authentication+jwt" },
    },
    jar = true,
    rar = {
      {
        type = "helseid_authorization",
        practitioner_role = { organization = { identifier = { value = "{organization}" } } },
      },
    },
    dpop = true,
    callback = { iss = "required" },
    scopes = { "openid", "profile", "offline_access" },
  },

  rehearsal = { options = { organization = "999999999" } },
}
