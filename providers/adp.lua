-- ADP, by client credentials over a connection with a certificate of the client's.
--
--   authrun adp --option client_id=ID --option client_secret=file:secret.txt \
--               --option tls_certificate=file:company.pem --option tls_key=file:company.key

return provider {
  api = 1,
  id = "adp",
  name = "ADP",
  kind = "client_credentials",
  docs = "https://developers.adp.com/guides/api-guides/authentication",

  options = {
    client_id = { help = "the Client ID of your project" },
    client_secret = { help = "the Client Secret of your project" },
    tls_certificate = { help = "the certificate that ADP signed for you, in PEM" },
    tls_key = { help = "the private key of the certificate, in PEM" },
  },

  oauth2 = {
    token = "https://accounts.adp.com/auth/oauth/v2/token",
    client_auth = "basic",
    mtls = true,
  },

  request = { base = "https://api.adp.com" },
}
