-- QuickBooks Online: https://developer.intuit.com/app/developer/dashboard
--
--   authrun quickbooks --option client_id=ID --option client_secret=file:secret.txt

return provider {
  api = 1,
  id = "quickbooks",
  name = "QuickBooks Online",
  docs = "https://developer.intuit.com/app/developer/qbo/docs/develop/authentication-and-authorization/oauth-2.0",

  options = {
    client_id = { help = "the Client ID of your app's production or development keys" },
    client_secret = { help = "the Client Secret beside it" },
    realm_id = { pattern = "[0-9]+", help = "the company's id; the login brings it" },
  },

  oauth2 = {
    authorize = "https://appcenter.intuit.com/connect/oauth2",
    token = "https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer",
    revoke = "https://developer.api.intuit.com/v2/oauth2/tokens/revoke",
    client_auth = "basic",
    pkce = "optional",
    scopes = { "com.intuit.quickbooks.accounting" },
    -- Which company the user chose stands in the callback alone.
    callback = { set = { realm_id = "realmId" }, keep = { "realmId" } },
  },

  capture = { { via = "loopback", redirect_uri = "http://localhost:8911/callback" } },

  request = {
    base = "https://quickbooks.api.intuit.com/v3/company/{realm_id}",
    headers = { accept = "application/json" },
  },
}
