-- Xero accounting: https://developer.xero.com/app/manage
--
-- Register the redirect URI http://localhost:8911/callback: Xero takes http for this name only.
--
--   authrun xero --option client_id=ID --option client_secret=file:secret.txt

return provider {
  api = 1,
  id = "xero",
  name = "Xero",
  docs = "https://developer.xero.com/documentation/guides/oauth2/auth-flow/",

  options = {
    client_id = { help = "the Client id of your app" },
    client_secret = { help = "a Client secret of your app" },
    organisation = { help = "the name of the organisation to work with; the first one where left out" },
    tenant_id = { pattern = "[0-9a-f-]+", help = "its id; the login finds it" },
  },

  oauth2 = {
    authorize = "https://login.xero.com/identity/connect/authorize",
    token = "https://identity.xero.com/connect/token",
    revoke = "https://identity.xero.com/connect/revocation",
    client_auth = "basic",
    -- Without offline_access there is no refresh token.
    scopes = { "openid", "profile", "email", "accounting.transactions.read", "offline_access" },
  },

  capture = { { via = "loopback", redirect_uri = "http://localhost:8911/callback" } },

  -- A user may have agreed for several organisations, and each call has to name one.
  lookups = {
    {
      get = "https://api.xero.com/connections",
      headers = { accept = "application/json" },
      list = "",
      match = { ["/tenantName"] = "{organisation}" },
      set = { tenant_id = "/tenantId" },
      keep = { "/tenantName" },
    },
  },

  request = {
    base = "https://api.xero.com/api.xro/2.0",
    headers = { accept = "application/json", ["xero-tenant-id"] = "{tenant_id}" },
  },

  rehearsal = { options = { tenant_id = "70784a63-d24b-46a9-a4db-0e70a274b056" } },

  identity = {
    get = "https://identity.xero.com/connect/userinfo",
    id = "/sub",
    login = "/preferred_username",
    name = "/name",
    email = "/email",
  },
}
