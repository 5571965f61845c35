-- Adobe I/O, a service account with a signed token (for integrations that still have one).
--
--   authrun adobe --option client_id=KEY --option client_secret=file:secret.txt --option organisation=ID@AdobeOrg \
--       --option account=ID@techacct.adobe.com --option private_key=file:key.pem

return provider {
  api = 1,
  id = "adobe",
  name = "Adobe I/O",
  kind = "jwt",
  docs = "https://developer.adobe.com/developer-console/docs/guides/authentication/JWT/",

  options = {
    client_id = { required = true, help = "the integration's API key" },
    client_secret = { type = "secret", required = true, bind = { "ims-na1.adobelogin.com" }, help = "its client secret" },
    organisation = { required = true, help = "the organisation's id, …@AdobeOrg" },
    account = { required = true, help = "the technical account's id, …@techacct.adobe.com" },
    private_key = { help = "the private key of the integration's certificate" },
  },

  jwt = {
    alg = "RS256",
    claims = {
      iss = "{organisation}",
      sub = "{account}",
      aud = "https://ims-na1.adobelogin.com/c/{client_id}",
      ["https://ims-na1.adobelogin.com/s/ent_user_sdk"] = true,
    },
    lifetime = 300,
    exchange = {
      url = "https://ims-na1.adobelogin.com/ims/exchange/jwt",
      method = "POST",
      body = "form",
      headers = { ["cache-control"] = "no-cache" },
      params = { client_id = "{client_id}", client_secret = "{client_secret}" },
      rename = { assertion = "jwt_token" },
      drop = { "grant_type" },
    },
    response = { expiry_unit = "milliseconds" },
  },

  request = {
    base = "https://usermanagement.adobe.io/v2/usermanagement",
    headers = { ["x-api-key"] = "{client_id}" },
  },

  rehearsal = {
    options = { client_id = "practice-key", organisation = "1@AdobeOrg", account = "2@techacct.adobe.com" },
  },
}
