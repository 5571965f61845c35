-- Google, by OpenID Connect: https://console.cloud.google.com/apis/credentials
--
-- Make an OAuth client of the type "Desktop app"; its loopback redirects need not be registered.
--
--   authrun google --option client_id=ID --option client_secret=file:secret.txt \
--                  --scope openid --scope email --scope https://www.googleapis.com/auth/drive.readonly

return provider {
  api = 1,
  id = "google",
  name = "Google",
  kind = "oidc",
  docs = "https://developers.google.com/identity/protocols/oauth2/native-app",

  options = {
    client_id = { help = "the Client ID, from https://console.cloud.google.com/apis/credentials" },
    client_secret = { help = "the Client secret; of a desktop app it is none, and asked for all the same" },
  },

  -- Some of Google's tokens come from the name without https.
  oidc = {
    issuer = { "https://accounts.google.com", "accounts.google.com" },
    algorithms = { "RS256" },
  },

  oauth2 = {
    -- Only these two together give a refresh token, also to somebody who agreed before.
    authorize = {
      url = "https://accounts.google.com/o/oauth2/v2/auth",
      params = { access_type = "offline", prompt = "consent" },
    },
    token = "https://oauth2.googleapis.com/token",
    revoke = { url = "https://oauth2.googleapis.com/revoke", auth = "none", drop = { "token_type_hint" } },
    device = "https://oauth2.googleapis.com/device/code",
    userinfo = "https://openidconnect.googleapis.com/v1/userinfo",
    jwks = "https://www.googleapis.com/oauth2/v3/certs",
    grants = { "authorization_code", "device_code" },
    client_auth = "post",
    scopes = { "openid", "email", "profile" },
  },

  request = { base = "https://www.googleapis.com" },
}
